/* Password hashes: crypt(3), and what stands in for it on macOS. */
#pragma once

#include <stddef.h>

#if defined(__APPLE__)
/* crypt(3) of macOS knows DES alone, which is no password hash. In its place: PBKDF2 with HMAC-SHA-256 from CommonCrypto,
   in crypt's own form "$pbkdf2-sha256$rounds$salt$hash". The rounds of "$5$rounds=N$..." settings, used for tokens, are
   kept. */
#include <CommonCrypto/CommonKeyDerivation.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The hash of a phrase; NULL when the setting is not usable. The result lies in static memory: one thread only. */
static inline const char *assay_crypt(const char *phrase, const char *setting) {
  static char result[256];
  unsigned rounds = 210000;
  char salt[65] = "";
  unsigned char key[32];
  if (sscanf(setting, "$pbkdf2-sha256$%u$%64[^$]", &rounds, salt) != 2 &&
      sscanf(setting, "$5$rounds=%u$%64[^$]", &rounds, salt) != 2 && sscanf(setting, "$6$%64[^$]", salt) != 1)
    return NULL;
  if (rounds == 0 || CCKeyDerivationPBKDF(kCCPBKDF2, phrase, strlen(phrase), (const uint8_t *)salt, strlen(salt),
                                          kCCPRFHmacAlgSHA256, rounds, key, sizeof key) != kCCSuccess)
    return NULL;
  int length = snprintf(result, sizeof result, "$pbkdf2-sha256$%u$%s$", rounds, salt);
  for (size_t index = 0; index < sizeof key; index++)
    length += snprintf(result + length, sizeof result - (size_t)length, "%02x", key[index]);
  return result;
}

/* A fresh setting with salt from the system's random source. The result lies in static memory. */
static inline const char *assay_crypt_salt(void) {
  static char setting[96];
  unsigned char salt[16];
  arc4random_buf(salt, sizeof salt);
  int length = snprintf(setting, sizeof setting, "$pbkdf2-sha256$210000$");
  for (size_t index = 0; index < sizeof salt; index++)
    length += snprintf(setting + length, sizeof setting - (size_t)length, "%02x", salt[index]);
  return setting;
}
#else
#include <crypt.h>
/* The hash of a phrase; NULL when the setting is not usable. The result lies in static memory: one thread only. */
static inline const char *assay_crypt(const char *phrase, const char *setting) { return crypt(phrase, setting); }
/* A fresh SHA-512 setting with salt from the system's random source. The result lies in static memory. */
static inline const char *assay_crypt_salt(void) { return crypt_gensalt("$6$", 0, NULL, 0); }
#endif
