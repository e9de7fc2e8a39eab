/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Longer names are not compared: nobody mistypes them. */
#define DEID_NEAREST_MAX_CHARACTERS 64

/* What somebody may have meant who misspelt a name: the candidate that is least steps away, the
 * first of several. A step is a character that is missing, added or another one, or two neighbours
 * that changed places; case, and `-` for `_` or a blank, cost nothing. There may be one step for
 * each three characters that were typed, or one for two; a single one must be right but for
 * case. */
typedef struct
{
  gunichar wanted[DEID_NEAREST_MAX_CHARACTERS];
  guint n_wanted;
  guint n_steps;     /* to what was found, or one more than there may be */
  const char *found; /* the caller's, or NULL */
} DeidNearestText;

/* @text, what was typed, and the candidates are taken for UTF-8: what is not is near to nothing.
 * Complexity: O(characters of both) each. */
void deid_nearest_text_init (DeidNearestText *nearest, const char *text);
void deid_nearest_text_try (DeidNearestText *nearest, const char *candidate);

/* Returns: (transfer full): ` (did you mean 'age'?)`, or an empty text. */
char *deid_nearest_text_ask (const DeidNearestText *nearest);
