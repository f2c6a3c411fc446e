/* sqlite3.h: see module.modulemap. */
#pragma once
#include <sqlite3.h>
