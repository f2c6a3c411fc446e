/* yaml.h: see module.modulemap. */
#pragma once
#include <yaml.h>
