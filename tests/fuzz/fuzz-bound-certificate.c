/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Changed certificates of bounds for local recodings: one whose last line was not made anew is
 * refused, and no bound that is accepted is above the loss of the best of all partitions. */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

#include "support/certificate-case.h"
#include "support/local-table.h"

#define MAX_TRIED_ROWS 7 /* so that all partitions are tried */
#define FIXED_SEED     12
#define UNIT           4294967296.0

/* Verifies lines to a NULL. Returns: whether they are accepted. */
static gboolean
verify (const LocalTable *table, char **lines, gboolean is_sealed)
{
  const char *path = get_temporary_file ("forged.jsonl");
  g_autoptr (DeidProblem) problem = local_table_build (table);
  GError *error = NULL;
  double bound = -1;
  gboolean accepted;

  write_certificate (path, (const char *const *) lines, is_sealed);
  accepted = deid_problem_verify_bound_certificate (problem, path, NULL, &bound, NULL, &error);
  if (fuzz_check (accepted, &error) && bound > local_table_find_optimum (table) + 1e-12)
    ck_abort_msg ("a bound of %.17g is accepted, but the optimum is %.17g", bound,
                  local_table_find_optimum (table));
  return accepted;
}

/* Returns: (transfer full): the lines of the certificate of a table. */
static char **
prove (const LocalTable *table, guint n_rises)
{
  const char *path = get_temporary_file ("bound.jsonl");
  g_autoptr (DeidProblem) problem = local_table_build (table);
  GError *error = NULL;

  deid_problem_write_bound_certificate (problem, n_rises, 0, path, NULL, NULL, &error);
  assert_no_error (error);
  return read_certificate (path);
}

/* Returns: how many rows have the values of one. */
static guint
count_alike (const LocalTable *table, guint row)
{
  guint n = 0;

  for (guint other = 0; other < table->n_rows; other++)
    n += memcmp (table->values[row], table->values[other],
                 table->n_columns * sizeof *table->values[row])
         == 0;
  return n;
}

/* Changes prices, and the claim as the library computes it. Returns: whether any price changed. */
static gboolean
forge_prices (const LocalTable *table, GRand *rand, char **lines)
{
  const guint n = g_strv_length (lines) - 3;
  gboolean is_changed = FALSE;
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      guint row;
      guint64 price;

      assert_quietly (
          sscanf (lines[i + 2], "{\"row\":%u,\"price\":%" G_GUINT64_FORMAT "}", &row, &price) == 2);
      if (g_rand_int_range (rand, 0, 3) == 0)
        {
          const guint64 step = G_GUINT64_CONSTANT (1) << g_rand_int_range (rand, 0, 33);

          is_changed = TRUE;
          price = price > 0 && g_rand_boolean (rand) ? price - MIN (price, step) : price + step;
          g_free (lines[i + 2]);
          lines[i + 2]
              = g_strdup_printf ("{\"row\":%u,\"price\":%" G_GUINT64_FORMAT "}", row, price);
        }
      sum += (double) price * count_alike (table, row);
    }
  if (is_changed)
    {
      char bound[G_ASCII_DTOSTR_BUF_SIZE];

      g_free (lines[1]);
      lines[1] = g_strdup_printf (
          "{\"recoding\":\"local\",\"k\":%u,\"combinations\":%u,\"lower_bound\":%s}", table->k, n,
          g_ascii_dtostr (bound, sizeof bound,
                          sum / UNIT / table->n_rows * (1 - 1e-12) / table->n_columns));
    }
  return is_changed;
}

static void
try_prices (Fuzz *fuzz)
{
  const guint n_rises = 1 + fuzz_pick (fuzz, 4);
  GRand *rand = fuzz_take_rand (fuzz);
  LocalTable table;
  g_auto (GStrv) lines = NULL;
  gboolean is_changed;

  local_table_make (&table, rand, MAX_TRIED_ROWS);
  lines = prove (&table, n_rises);
  is_changed = forge_prices (&table, rand, lines);
  assert_quietly (verify (&table, lines, FALSE) == !is_changed);
  if (!verify (&table, lines, TRUE))
    assert_quietly (is_changed);
}

/* Any text as a certificate of one table. */
static void
try_text (Fuzz *fuzz)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (FIXED_SEED);
  g_autofree char *text = fuzz_take_text (fuzz);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  LocalTable table;

  local_table_make (&table, rand, MAX_TRIED_ROWS);
  if (lines[0] != NULL)
    verify (&table, lines, TRUE);
}

FUZZ_TARGET (bound_certificate)
{
  if (fuzz_pick (fuzz, 2) == 0)
    try_text (fuzz);
  else
    try_prices (fuzz);
}
