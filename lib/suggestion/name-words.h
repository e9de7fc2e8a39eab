/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The words of the name of a column, in lower case and without accents: `birthDate` and
 * `Birth_Date1` are `birth date`. */
typedef struct
{
  char **words; /* to a NULL */
  char *joined; /* without anything between them */
} DeidNameWords;

void deid_name_words_init (DeidNameWords *words, const char *name);
void deid_name_words_clear (DeidNameWords *words);
