/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/model-trials.h"

#include <string.h>

#include "base/rational.h"
#include "support/suite.h"

#define N_TRIALS count_trials (20000)

/* Pairs of classes judged by one table. */
#define N_PER_TABLE 40

typedef gboolean (*Ask) (const JudgedModel *judged, const Counts *class);

guint64
get_n_records (const Counts *counts)
{
  guint64 n = 0;

  for (guint v = 0; v < MAX_VALUES; v++)
    n += counts->counts[v];
  return n;
}

void
join (Counts *counts, const Counts *other)
{
  for (guint v = 0; v < MAX_VALUES; v++)
    counts->counts[v] += other->counts[v];
}

void
init_judged (JudgedModel *judged, const char *specification, const Counts *totals, guint n_values)
{
  GError *error = NULL;
  DeidPrivacyModel *model = deid_privacy_model_new_from_specification (specification, "s", &error);

  assert_no_error (error);
  judged_model_init (judged, model, totals->counts, n_values, NULL);
}

gboolean
accepts (const JudgedModel *judged, const Counts *class)
{
  return judged_model_accepts (judged, class->counts, get_n_records (class));
}

gboolean
meets_necessary (const JudgedModel *judged, const Counts *class)
{
  return judged_model_meets_necessary (judged, class->counts, get_n_records (class));
}

int
recheck (const JudgedModel *judged, const Counts *class)
{
  return judged_model_recheck (judged, class->counts, get_n_records (class));
}

guint64
get_share (Irrational share, guint64 n_records)
{
  const DeidWide low = (DeidWide) n_records * share.low;

  return (guint64) (((DeidWide) n_records * share.high + (low >> 64)) >> 56);
}

/* A table of which each class that make_class() makes can be a part. */
static void
make_table (JudgedModel *judged, const char *specification, GRand *rand, gint32 min_values,
            gint32 max_values, Counts *weights, guint32 *n_values)
{
  const gint32 max_weight = g_rand_boolean (rand) ? 4 : 12;
  Counts totals = { { 0 } };

  *n_values = (guint32) g_rand_int_range (rand, min_values, max_values + 1);
  memset (weights, 0, sizeof *weights);
  for (guint32 v = 0; v < *n_values; v++)
    {
      weights->counts[v] = (guint64) g_rand_int_range (rand, 1, max_weight);
      totals.counts[v] = weights->counts[v] * 10000;
    }
  init_judged (judged, specification, &totals, *n_values);
}

/* Much like the table, or anything, and in either case with values left out. */
static void
make_class (GRand *rand, const Counts *weights, guint32 n_values, Counts *class)
{
  const gboolean is_similar = g_rand_int (rand) % 4 != 0;
  const guint n_absent_of_6 = g_rand_int (rand) % 4;
  const guint64 scale = 1 + g_rand_int (rand) % 10;

  memset (class, 0, sizeof *class);
  do
    for (guint32 v = 0; v < n_values; v++)
      {
        const guint64 most = 1 + weights->counts[v] * scale / 2;

        if (g_rand_int (rand) % 6 < n_absent_of_6)
          continue;
        class->counts[v] = is_similar ? weights->counts[v] * scale + g_rand_int (rand) % most
                                      : g_rand_int (rand) % 40;
      }
  while (get_n_records (class) == 0);
}

/* Joins others to classes that pass, or only those that pass themselves.
 * Returns: how many then fail. */
static guint
count_spoilt (const char *specification, gint32 min_values, gint32 max_values, Ask ask,
              gboolean both_pass, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint n_passed = 0, n_spoilt = 0;
  JudgedModel judged;

  while (n_passed < N_TRIALS)
    {
      Counts weights, class, other;
      guint32 n_values;

      make_table (&judged, specification, rand, min_values, max_values, &weights, &n_values);
      for (guint i = 0; i < N_PER_TABLE; i++)
        {
          make_class (rand, &weights, n_values, &class);
          make_class (rand, &weights, n_values, &other);
          if (!ask (&judged, &class) || (both_pass && !ask (&judged, &other)))
            continue;
          n_passed++;
          join (&class, &other);
          n_spoilt += ask (&judged, &class) ? 0 : 1;
        }
      judged_model_clear (&judged);
    }
  return n_spoilt;
}

guint
count_spoilt_unions (const char *specification, gint32 min_values, gint32 max_values, guint32 seed)
{
  return count_spoilt (specification, min_values, max_values, accepts, TRUE, seed);
}

guint
count_spoilt_supersets (const char *specification, gint32 min_values, gint32 max_values,
                        gboolean necessary, guint32 seed)
{
  return count_spoilt (specification, min_values, max_values, necessary ? meets_necessary : accepts,
                       FALSE, seed);
}

void
check_necessary (const char *specification, gint32 min_values, gint32 max_values, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint n_accepted = 0, n_only_necessary = 0, n_ruled_out = 0;
  JudgedModel judged;

  while (n_accepted < N_TRIALS)
    {
      Counts weights, class;
      guint32 n_values;

      make_table (&judged, specification, rand, min_values, max_values, &weights, &n_values);
      for (guint i = 0; i < N_PER_TABLE; i++)
        {
          int again;

          make_class (rand, &weights, n_values, &class);
          again = recheck (&judged, &class);
          if (accepts (&judged, &class))
            {
              n_accepted++;
              if (again < 0)
                ck_abort_msg ("the verifier rejects a class that passes %s", specification);
              if (!meets_necessary (&judged, &class))
                ck_abort_msg ("a class passes %s, but not its necessary condition", specification);
              continue;
            }
          if (again > 0)
            ck_abort_msg ("the verifier accepts a class that fails %s", specification);
          if (meets_necessary (&judged, &class))
            n_only_necessary++;
          else
            n_ruled_out++;
        }
      judged_model_clear (&judged);
    }
  ck_assert_uint_gt (n_only_necessary, 0);
  ck_assert_uint_gt (n_ruled_out, 0);
  ck_assert_uint_eq (count_spoilt_supersets (specification, min_values, max_values, TRUE, seed + 1),
                     0);
}
