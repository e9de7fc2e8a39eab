/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "measure.h"

/* What the figures depend on besides the code. */
typedef struct
{
  char cpu[128];
  guint n_cores;
  const char *build; /* compiler, build type and optimization of the library */
  double load;       /* of the last minute: above the number of cores the machine was busy */
} Machine;

Machine describe_machine (void);

void print_machine (const Machine *machine);

/* Adds the member "machine" to the object that is being built. */
void add_machine (JsonBuilder *builder, const Machine *machine);

/* Adds an object with min, median and max. */
void add_spread (JsonBuilder *builder, const char *name, const Spread *spread);

/* Writes what was built as text and frees it. Returns: (transfer full): the text. */
char *write_json (JsonBuilder *builder);

/* Prints that text. */
void print_json (JsonBuilder *builder);
