/* microhttpd.h: see module.modulemap. */
#pragma once
#include <microhttpd.h>
