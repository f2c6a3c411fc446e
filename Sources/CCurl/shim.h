/* curl/curl.h: see module.modulemap. */
#pragma once
#include <curl/curl.h>
