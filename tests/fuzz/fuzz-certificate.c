/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Changed certificates. One whose last line was not made anew is refused. One that is accepted
 * gives the optimum of the exhaustive search, and a judge that shares nothing with the verifier
 * finds that its lines prove it, as far as that judge reads them. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "support/certificate-case.h"
#include "support/plain-proof.h"

#define MAX_CHANGES 4
#define FIXED_SEED  6

typedef struct
{
  CertificateCase made;
  GPtrArray *lines; /* to a NULL */
  gboolean is_changed;
  gboolean is_judged; /* only integers and whole lines of the walk were changed */
} Forgery;

static guint
draw (GRand *rand, guint n)
{
  return (guint) g_rand_int_range (rand, 0, (gint32) n);
}

/* Puts another number in the place of one of a line. */
static void
change_number (Forgery *forgery, GRand *rand, guint i)
{
  const char *line = g_ptr_array_index (forgery->lines, i);
  guint nth = draw (rand, 12);

  for (const char *p = line; *p != '\0'; p++)
    {
      const gsize length = strspn (p, "0123456789");
      const gboolean is_number = length > 0 && p > line && strchr (":[,", p[-1]) != NULL;
      char *changed;

      if (!is_number || nth-- > 0)
        continue;
      forgery->is_judged &= i >= 2 && strchr (".eE", p[length]) == NULL;
      changed = g_strdup_printf ("%.*s%u%s", (int) (p - line), line, draw (rand, 40), p + length);
      g_free (forgery->lines->pdata[i]);
      forgery->lines->pdata[i] = changed;
      return;
    }
}

static void
change_line (Forgery *forgery, GRand *rand)
{
  const guint n_lines = forgery->lines->len - 2; /* but the last one */
  const guint i = draw (rand, n_lines), j = draw (rand, n_lines);
  char *line = g_ptr_array_index (forgery->lines, i);
  char *other = g_ptr_array_index (forgery->lines, j);

  switch (draw (rand, 4))
    {
    case 0:
      if (n_lines < 3)
        return;
      forgery->is_judged &= i >= 2;
      g_ptr_array_remove_index (forgery->lines, i);
      break;
    case 1:
      forgery->is_judged &= i >= 2;
      g_ptr_array_insert (forgery->lines, (int) i, g_strdup (line));
      break;
    case 2:
      forgery->is_judged &= i >= 2 && j >= 2;
      forgery->lines->pdata[i] = other;
      forgery->lines->pdata[j] = line;
      break;
    default:
      change_number (forgery, rand, i);
    }
}

/* The last line is made anew. */
static void
check_sealed (Forgery *forgery)
{
  const char *path = get_temporary_file ("sealed.jsonl");
  const char *const *lines = (const char *const *) forgery->lines->pdata;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  write_certificate (path, lines, TRUE);
  result = verify_certificate (&forgery->made, path, &error);
  if (!fuzz_check (result != NULL, &error))
    {
      assert_quietly (forgery->is_changed);
      return;
    }
  assert_same_optimum (result, forgery->made.optimum);
  if (forgery->is_judged)
    assert_quietly (plain_proof_holds (forgery->made.random,
                                       deid_result_get_loss (forgery->made.optimum), lines));
}

/* The last line stays as it is. */
static void
check_unsealed (const Forgery *forgery)
{
  const char *path = get_temporary_file ("unsealed.jsonl");
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  write_certificate (path, (const char *const *) forgery->lines->pdata, FALSE);
  result = verify_certificate (&forgery->made, path, &error);
  assert_quietly (fuzz_check (result != NULL, &error) == !forgery->is_changed);
}

static void
take_lines (Forgery *forgery, char **lines)
{
  forgery->lines = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; lines[i] != NULL; i++)
    g_ptr_array_add (forgery->lines, lines[i]);
  g_ptr_array_add (forgery->lines, NULL);
  g_free (lines);
}

static void
forgery_clear (Forgery *forgery)
{
  certificate_case_clear (&forgery->made);
  g_ptr_array_unref (forgery->lines);
}

/* A random problem, and a certificate of it by a random prover, of which lines are changed. */
static void
try_changes (Fuzz *fuzz)
{
  GRand *rand = fuzz_take_rand (fuzz);
  Forgery forgery = { .is_judged = TRUE };
  g_autofree char *before = NULL, *after = NULL;

  certificate_case_init (&forgery.made, rand);
  take_lines (&forgery, certificate_case_prove (&forgery.made, rand));
  before = g_strjoinv ("\n", (char **) forgery.lines->pdata);
  for (guint n = draw (rand, MAX_CHANGES); n > 0; n--)
    change_line (&forgery, rand);
  after = g_strjoinv ("\n", (char **) forgery.lines->pdata);
  forgery.is_changed = strcmp (before, after) != 0;
  check_unsealed (&forgery);
  check_sealed (&forgery);
  forgery_clear (&forgery);
}

/* Any text as a certificate of one problem. */
static void
try_text (Fuzz *fuzz)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (FIXED_SEED);
  g_autofree char *text = fuzz_take_text (fuzz);
  Forgery forgery = { .is_changed = TRUE };

  certificate_case_init (&forgery.made, rand);
  take_lines (&forgery, g_strsplit (text, "\n", -1));
  if (forgery.lines->len > 1)
    check_sealed (&forgery);
  forgery_clear (&forgery);
}

FUZZ_TARGET (certificate)
{
  if (fuzz_pick (fuzz, 2) == 0)
    try_text (fuzz);
  else
    try_changes (fuzz);
}
