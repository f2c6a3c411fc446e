/* crypt.h: see module.modulemap. */
#pragma once
#include <crypt.h>
