/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arrow arrays of all kinds: a table that is right has the values that were put into it. One in
 * which numbers of the interface are changed is refused, or read within its bounds; in both cases
 * everything is released once. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "support/arrow-encode.h"

#define MAX_VALUES 12

static struct ArrowArray *
make_array (GRand *rand, const ArrowKind *kind, const ArrowKind *keys, ArrowValue *values, guint n)
{
  const ArrowValue *given[MAX_VALUES];

  for (guint i = 0; i < n; i++)
    {
      given[i] = g_rand_int_range (rand, 0, 4) == 0 ? NULL : &values[i];
      kind->draw (kind, rand, &values[i]);
      if (given[i] == NULL)
        g_clear_pointer (&values[i].text, g_free);
    }
  return keys == NULL ? arrow_encode (kind, rand, given, n)
                      : arrow_encode_dictionary (kind, keys, rand, given, n);
}

/* Makes a number absurd. Arrow does not say how large buffers are, so that nobody can see whether
 * other numbers are wrong. */
static void
spoil (GRand *rand, struct ArrowArray *array)
{
  static const gint64 absurd[] = { -1, G_MININT64, G_MAXINT64 - 1 };
  const gint64 number = absurd[g_rand_int_range (rand, 0, G_N_ELEMENTS (absurd))];

  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      array->length = -1;
      break;
    case 1:
      array->offset = number;
      break;
    case 2:
      array->null_count = number == -1 ? G_MAXINT64 : number;
      break;
    case 3:
      array->n_buffers = -1;
      break;
    case 4:
      array->n_children = number;
      break;
    default:
      if (array->dictionary != NULL)
        spoil (rand, array->dictionary);
      else
        array->length = -1;
    }
}

static const ArrowKind *
draw_kind (GRand *rand)
{
  return &arrow_kinds[g_rand_int_range (rand, 0, (gint32) n_arrow_kinds)];
}

FUZZ_TARGET (arrow)
{
  GRand *rand = fuzz_take_rand (fuzz);
  const ArrowKind *kind = draw_kind (rand);
  const ArrowKind *other = draw_kind (rand);
  const ArrowKind *keys = other->type == DEID_COLUMN_TYPE_INTEGER ? other : NULL;
  const guint n = (guint) g_rand_int_range (rand, 0, MAX_VALUES + 1);
  const gboolean is_spoilt = g_rand_int_range (rand, 0, 2) == 1;
  ArrowValue values[MAX_VALUES] = { 0 };
  struct ArrowArray *array = make_array (rand, kind, keys, values, n);
  g_autoptr (DeidDataset) dataset = NULL;
  GError *error = NULL;

  if (is_spoilt)
    spoil (rand, array);
  dataset = arrow_read_column (keys != NULL ? keys->format : kind->format,
                               keys != NULL ? kind->format : NULL, array, n, &error);
  assert_quietly (arrow_count_alive () == 0);
  assert_quietly (is_spoilt == !fuzz_check (dataset != NULL, &error));
  for (guint i = 0; i < n; i++)
    {
      const char *text = values[i].text;

      if (dataset != NULL
          && g_strcmp0 (deid_dataset_get_value (dataset, i, 0),
                        text != NULL && text[0] != '\0' ? text : NULL)
                 != 0)
        ck_abort_msg ("%s: expected '%s'", kind->format, text);
      g_free (values[i].text);
    }
}
