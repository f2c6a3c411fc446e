/* crypt(3) for password hashes. */
#pragma once

#if defined(__APPLE__)
/* macOS knows DES alone, which is no password hash: the dev server says so and refuses to start there. */
#include <unistd.h>
static inline const char *assay_crypt(const char *phrase, const char *setting) { return 0; }
static inline const char *assay_crypt_salt(void) { return 0; }
#else
#include <crypt.h>
#include <stddef.h>
/* The hash of a phrase; NULL when the setting is not usable. The result lies in static memory: one thread only. */
static inline const char *assay_crypt(const char *phrase, const char *setting) { return crypt(phrase, setting); }
/* A fresh SHA-512 setting with salt from the system's random source. The result lies in static memory. */
static inline const char *assay_crypt_salt(void) { return crypt_gensalt("$6$", 0, NULL, 0); }
#endif
