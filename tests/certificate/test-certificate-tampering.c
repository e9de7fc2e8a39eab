/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Changed certificates. As they are, all of them are refused, since the digest of the last line is
 * not theirs. With a last line that is right they are refused unless a judge that shares nothing
 * with the verifier finds that they are still proofs, as two parts of a box may be settled by the
 * same line. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/certificate-case.h"
#include "support/plain-proof.h"

#define N_TRIALS count_trials (60)
#define N_POWERS 40 /* few of them have weights */

/* A certificate with what is done to it. */
typedef struct
{
  CertificateCase made;
  char **lines;
  guint n_lines;
  guint n_changes;
  guint n_proofs; /* changed certificates that are proofs */
} Tampering;

static void
tampering_init (Tampering *tampering, GRand *rand)
{
  certificate_case_init (&tampering->made, rand);
  tampering->lines = certificate_case_prove (&tampering->made, rand);
  tampering->n_lines = g_strv_length (tampering->lines);
}

static void
tampering_clear (Tampering *tampering)
{
  certificate_case_clear (&tampering->made);
  g_strfreev (tampering->lines);
}

static void
check_refused (Tampering *tampering, const char *path, const char *const *lines)
{
  GError *error = NULL;
  g_autoptr (DeidResult) result = verify_certificate (&tampering->made, path, &error);

  if (result != NULL)
    {
      g_autofree char *text = g_strjoinv ("\n", (char **) lines);

      ck_abort_msg ("accepted:\n%s", text);
    }
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, path, ": line ", NULL);
}

/* Checks changed lines; @seal says whether somebody who knows the format has changed them, and
 * @is_false that they cannot be a proof. */
static void
check_changed (Tampering *tampering, const char *const *lines, gboolean is_false)
{
  const char *path = get_temporary_file ("tampered.jsonl");
  const double loss = deid_result_get_loss (tampering->made.optimum);

  tampering->n_changes++;
  write_certificate (path, lines, FALSE);
  check_refused (tampering, path, lines);
  write_certificate (path, lines, TRUE);
  if (is_false || !plain_proof_holds (tampering->made.random, loss, lines))
    check_refused (tampering, path, lines);
  else
    tampering->n_proofs++;
}

/* Copies pointers to the lines, with room for one more. */
static const char **
copy_lines (const Tampering *tampering)
{
  const char **lines = g_new0 (const char *, tampering->n_lines + 2);

  memcpy (lines, tampering->lines, tampering->n_lines * sizeof *lines);
  return lines;
}

/* The first two lines and the last one are needed where they are. */
static gboolean
is_event (const Tampering *tampering, guint i)
{
  return i >= 2 && i + 1 < tampering->n_lines;
}

START_TEST (lines_removed_or_repeated)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  Tampering tampering = { 0 };

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      tampering_init (&tampering, rand);
      for (guint i = 0; i < tampering.n_lines; i++)
        {
          g_autofree const char **removed = copy_lines (&tampering);
          g_autofree const char **repeated = copy_lines (&tampering);
          const gsize n_behind = tampering.n_lines - i;

          memmove (removed + i, removed + i + 1, n_behind * sizeof *removed);
          memmove (repeated + i + 1, repeated + i, n_behind * sizeof *repeated);
          if (i + 1 < tampering.n_lines)
            check_changed (&tampering, removed, !is_event (&tampering, i));
          check_changed (&tampering, repeated, !is_event (&tampering, i));
        }
      tampering_clear (&tampering);
    }
  ck_assert_uint_lt (tampering.n_proofs, tampering.n_changes / 10);
}
END_TEST

START_TEST (lines_exchanged)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  Tampering tampering = { 0 };

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      tampering_init (&tampering, rand);
      for (guint i = 0; i < tampering.n_lines; i++)
        {
          const guint j = (guint) g_rand_int_range (rand, 0, (gint32) tampering.n_lines);
          g_autofree const char **lines = copy_lines (&tampering);

          lines[i] = tampering.lines[j];
          lines[j] = tampering.lines[i];
          if (strcmp (lines[i], lines[j]) != 0)
            check_changed (&tampering, lines,
                           !is_event (&tampering, i) || !is_event (&tampering, j));
        }
      tampering_clear (&tampering);
    }
  ck_assert_uint_lt (tampering.n_proofs, tampering.n_changes / 4);
}
END_TEST

/* Puts @text in the place of @length bytes of a line from @start on. */
static void
check_replaced (Tampering *tampering, guint i, gsize start, gsize length, const char *text,
                gboolean is_false)
{
  g_autofree const char **lines = copy_lines (tampering);
  g_autoptr (GString) line = g_string_new (lines[i]);

  g_string_erase (line, (gssize) start, (gssize) length);
  g_string_insert (line, (gssize) start, text);
  lines[i] = line->str;
  check_changed (tampering, lines, is_false || !is_event (tampering, i));
}

static gboolean
is_in_number (char c)
{
  return g_ascii_isdigit (c) || strchr (".-+e", c) != NULL;
}

/* A little more than geometric means, which may be results of pow(), are let differ. */
#define GEOMETRIC_STEP 1.1e-12

/* Returns: the least number above (@sign 1) or below (-1) that a certificate is refused for. */
static double
change_double (const Tampering *tampering, double number, int sign)
{
  if (tampering->made.random->aggregate != DEID_AGGREGATE_GEOMETRIC_MEAN)
    return nextafter (number, sign * (double) INFINITY);
  return number + sign * GEOMETRIC_STEP * (1 + number);
}

/* Changes a number by the least that can be: an integer by 1, another one to the next double. */
static void
change_number (Tampering *tampering, guint i, gsize start, gsize length)
{
  g_autofree char *text = g_strndup (tampering->lines[i] + start, length);
  const gboolean is_integer = strspn (text, "0123456789") == length;

  for (int sign = -1; sign <= 1; sign += 2)
    {
      char changed[G_ASCII_DTOSTR_BUF_SIZE];

      if (is_integer)
        g_snprintf (changed, sizeof changed, "%" G_GINT64_FORMAT,
                    g_ascii_strtoll (text, NULL, 10) + sign);
      else
        g_ascii_dtostr (changed, sizeof changed,
                        change_double (tampering, g_ascii_strtod (text, NULL), sign));
      check_replaced (tampering, i, start, length, changed, !is_integer);
    }
}

/* Numbers stand behind a colon, a bracket or a comma; the last line is the seal. */
START_TEST (numbers_changed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  Tampering tampering = { 0 };

  for (guint trial = 0; trial < N_TRIALS / 5 + 1; trial++)
    {
      tampering_init (&tampering, rand);
      for (guint i = 0; i + 1 < tampering.n_lines; i++)
        for (const char *p = tampering.lines[i] + 1; *p != '\0'; p++)
          {
            gsize length = 0;

            if (strchr (":[,", p[-1]) == NULL)
              continue;
            while (is_in_number (p[length]))
              length++;
            if (length > 0)
              change_number (&tampering, i, (gsize) (p - tampering.lines[i]), length);
          }
      tampering_clear (&tampering);
    }
  ck_assert_uint_gt (tampering.n_changes, 10 * N_TRIALS);
  ck_assert_uint_lt (tampering.n_proofs, tampering.n_changes / 20);
}
END_TEST

/* Changes the number of a member of the second line. Returns: whether the line is accepted. */
static gboolean
accepts_claim (Tampering *tampering, const char *member, double step)
{
  const char *path = get_temporary_file ("tampered.jsonl");
  g_autofree const char **lines = copy_lines (tampering);
  g_autofree char *line = NULL;
  g_autoptr (DeidResult) result = NULL;
  char *start = strstr (tampering->lines[1], member) + strlen (member), *end;
  const double changed = g_ascii_strtod (start, &end) * (1 + step);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (text, sizeof text, changed);
  line = g_strdup_printf ("%.*s%s%s", (int) (start - tampering->lines[1]), tampering->lines[1],
                          text, end);
  lines[1] = line;
  write_certificate (path, lines, TRUE);
  result = verify_certificate (&tampering->made, path, NULL);
  return result != NULL;
}

static gboolean
is_weighted (const RandomProblem *random)
{
  gboolean weighted = FALSE;

  for (guint a = 0; a < random->n_attributes; a++)
    weighted |= random->attributes[a].weight != 1;
  return weighted;
}

/* Only what goes through pow() may differ, and but a little. */
START_TEST (powers)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint n_geometric = 0, n_weighted = 0;

  for (guint trial = 0; trial < N_POWERS; trial++)
    {
      Tampering tampering = { 0 };
      const RandomProblem *random;

      tampering_init (&tampering, rand);
      random = tampering.made.random;
      if (deid_result_get_loss (tampering.made.optimum) > 0.1
          && deid_result_get_loss (tampering.made.optimum) < 0.9)
        {
          const gboolean geometric = random->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN;
          const gboolean weighted = geometric && is_weighted (random);

          ck_assert (accepts_claim (&tampering, "\"loss\":", 9e-13) == geometric);
          ck_assert (accepts_claim (&tampering, "\"objective\":", 9e-13) == weighted);
          ck_assert (!accepts_claim (&tampering, "\"loss\":", 2e-11));
          ck_assert (!accepts_claim (&tampering, "\"objective\":", 1.1e-12));
          n_geometric += geometric ? 1 : 0;
          n_weighted += weighted ? 1 : 0;
        }
      tampering_clear (&tampering);
    }
  ck_assert_uint_gt (n_weighted, 0);
  ck_assert_uint_gt (n_geometric, n_weighted);
}
END_TEST

/* Each digit of the digests and of whatever else is between quotes, but for the name of the table.
 */
START_TEST (texts_changed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  Tampering tampering = { 0 };
  char *text;

  tampering_init (&tampering, rand);
  text = strstr (tampering.lines[0], "\"rows\"");
  for (gsize k = 0; tampering.lines[0][k] != '\0'; k++)
    if (g_ascii_isalnum (tampering.lines[0][k])
        && (tampering.lines[0] + k > text || k < strlen ("{\"format\":\"libdeid certificate\"")))
      check_replaced (&tampering, 0, k, 1, tampering.lines[0][k] == '0' ? "1" : "0", TRUE);
  ck_assert_uint_gt (tampering.n_changes, 2 * 64);
  tampering_clear (&tampering);
}
END_TEST

/* The last line: every digit counts. */
START_TEST (end_changed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const char *path = get_temporary_file ("tampered.jsonl");
  Tampering tampering = { 0 };
  char *last;

  tampering_init (&tampering, rand);
  last = tampering.lines[tampering.n_lines - 1];
  for (char *p = last; *p != '\0'; p++)
    {
      const char kept = *p;

      *p = kept == '1' ? '2' : '1';
      write_certificate (path, (const char *const *) tampering.lines, FALSE);
      check_refused (&tampering, path, (const char *const *) tampering.lines);
      *p = kept;
    }
  tampering_clear (&tampering);
}
END_TEST

/* The name of the table is not compared, but is covered by the digest. */
START_TEST (name_changed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  const char *path = get_temporary_file ("tampered.jsonl");
  Tampering tampering = { 0 };
  GError *error = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_auto (GStrv) parts = NULL;

  tampering_init (&tampering, rand);
  parts = g_strsplit (tampering.lines[0], "\"name\":\"", 2);
  ck_assert_ptr_nonnull (parts[1]);
  g_free (tampering.lines[0]);
  tampering.lines[0] = g_strconcat (parts[0], "\"name\":\"another ", parts[1], NULL);
  write_certificate (path, (const char *const *) tampering.lines, FALSE);
  check_refused (&tampering, path, (const char *const *) tampering.lines);
  write_certificate (path, (const char *const *) tampering.lines, TRUE);
  result = verify_certificate (&tampering.made, path, &error);
  assert_no_error (error);
  tampering_clear (&tampering);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("certificate tampering");
  TCase *tcase = tcase_create ("changes");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, lines_removed_or_repeated);
  tcase_add_test (tcase, lines_exchanged);
  tcase_add_test (tcase, numbers_changed);
  tcase_add_test (tcase, powers);
  tcase_add_test (tcase, texts_changed);
  tcase_add_test (tcase, end_changed);
  tcase_add_test (tcase, name_changed);
  suite_add_tcase (suite, tcase);
  return suite;
}
