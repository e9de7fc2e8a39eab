/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Several values in one text, with a separator between them: a set. Its text has the values sorted
 * by their bytes, each once, so that equal sets are equal texts. */

typedef struct
{
  const char *text; /* not the set's */
  gsize length;
} DeidItem;

/* A set of zeros is empty. */
typedef struct
{
  DeidItem *items;
  guint64 n, capacity;
  char *text; /* of the set, once it was written */
  guint64 text_capacity;
} DeidItemSet;

void deid_item_set_clear (DeidItemSet *set);

/* Tells whether a character may stand between values: a punctuation mark but `*`, a blank or a
 * tab. */
gboolean deid_item_separator_is_valid (char separator);

/* Adds a value. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_item_set_add (DeidItemSet *set, const char *text, gsize length, GError **error);

/* Adds the values of a text, which must outlive the set, without the blanks around them; what is
 * empty then is none. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_item_set_read (DeidItemSet *set, const char *text, char separator, GError **error);

/* Sorts the values and keeps each once. Returns: whether they were not so yet. */
gboolean deid_item_set_sort (DeidItemSet *set);

/* Writes the values as they are. Returns: the text, until the next one is written, or NULL with
 * %DEID_ERROR_NO_MEMORY. */
const char *deid_item_set_write (DeidItemSet *set, char separator, GError **error);
