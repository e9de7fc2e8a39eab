/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verdicts of t-closeness against the earth mover's distance by its definition, what is
 * declared of joined classes, and the known failures of others. */
#include "support/suite.h"

#include <string.h>

#include "base/rational.h"
#include "support/earth-mover.h"
#include "support/judged-model.h"

#define MAX_VALUES EARTH_MOVER_MAX_VALUES
#define ONE        G_GUINT64_CONSTANT (1000000000000) /* t is an integer over this */

typedef enum
{
  MODEL_EQUAL = 0,
  MODEL_ORDERED = 1,
  MODEL_HIERARCHICAL = 2
} Model;

/* A table, and how far its values are apart by a model. */
typedef struct
{
  Model model;
  GroundDistance distance;
  DeidHierarchy *hierarchy; /* or NULL */
  guint64 totals[MAX_VALUES];
  guint64 n_records;
} Case;

static DeidPrivacyModel *
make_model (Model model, double t)
{
  GError *error = NULL;
  DeidPrivacyModel *made
      = model == MODEL_EQUAL ? deid_privacy_model_new_equal_t_closeness ("s", t, &error)
        : model == MODEL_ORDERED
            ? deid_privacy_model_new_ordered_t_closeness ("s", t, DEID_VALUE_ORDER_TEXT, &error)
            : deid_privacy_model_new_hierarchical_t_closeness ("s", t, &error);

  assert_no_error (error);
  return made;
}

/* Returns: a hierarchy of two more leaves than there are values. @n_steps says how many levels lie
 * below its root, which may be left for the library to add. */
static DeidHierarchy *
make_hierarchy (GRand *rand, guint n_values, guint n_steps)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  const gboolean has_root = g_rand_boolean (rand);
  DeidHierarchy *hierarchy;
  GError *error = NULL;
  guint parents[8][MAX_VALUES + 2];

  for (guint level = 0; level < 8; level++)
    for (guint label = 0; label < MAX_VALUES + 2; label++)
      parents[level][label] = (guint) g_rand_int_range (rand, 0, level == 0 ? 6 : 3);
  for (guint leaf = 0; leaf < n_values + 2; leaf++)
    {
      g_auto (GStrv) labels = g_new0 (char *, n_steps + 2);
      guint label = leaf;

      labels[0] = g_strdup_printf ("%03u", leaf);
      for (guint level = 1; level < n_steps; level++)
        {
          label = parents[level - 1][label];
          labels[level] = g_strdup_printf ("%u", label);
        }
      if (has_root)
        labels[n_steps] = g_strdup ("*");
      ck_assert (deid_hierarchy_builder_add_row (builder, (const char *const *) labels, &error));
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

/* The level on which two values meet. */
static guint64
get_meeting_level (const DeidHierarchy *hierarchy, guint v, guint w, guint64 n_steps)
{
  g_autofree char *a = g_strdup_printf ("%03u", v), *b = g_strdup_printf ("%03u", w);

  for (guint level = 0; level < n_steps; level++)
    {
      g_autofree char *of_a = generalize (hierarchy, a, level);
      g_autofree char *of_b = generalize (hierarchy, b, level);

      if (g_str_equal (of_a, of_b))
        return level;
    }
  return n_steps;
}

/* Records and steps divide powers of ten, so that each distance is a decimal. */
static void
case_init (Case *judged, GRand *rand, Model model)
{
  static const guint numbers_of_values[] = { 2, 3, 5, 6, 9, 11 };
  static const guint numbers_of_steps[] = { 1, 2, 4, 5 };
  static const guint64 numbers_of_records[] = { 16, 20, 40, 50, 80, 100 };
  const guint m = numbers_of_values[g_rand_int_range (rand, 0, 6)];
  GroundDistance *distance = &judged->distance;

  *judged = (Case){ .model = model,
                    .distance = { .n_values = m, .n_steps = 1 },
                    .n_records = numbers_of_records[g_rand_int_range (rand, 0, 6)] };
  for (guint v = 0; v < m; v++)
    judged->totals[v] = 1;
  for (guint64 i = m; i < judged->n_records; i++)
    judged->totals[g_rand_int_range (rand, 0, g_rand_int_range (rand, 1, (gint32) m + 1))]++;
  if (model == MODEL_ORDERED)
    distance->n_steps = m - 1;
  if (model == MODEL_HIERARCHICAL)
    {
      distance->n_steps = numbers_of_steps[g_rand_int_range (rand, 0, 4)];
      judged->hierarchy = make_hierarchy (rand, m, (guint) distance->n_steps);
      /* By chance the highest of several labels may be one, which then is the root. */
      while (distance->n_steps > 1
             && deid_hierarchy_get_n_levels (judged->hierarchy) == distance->n_steps
             && deid_hierarchy_get_n_labels (judged->hierarchy, (guint) distance->n_steps - 1) == 1)
        {
          deid_hierarchy_unref (judged->hierarchy);
          judged->hierarchy = make_hierarchy (rand, m, (guint) distance->n_steps);
        }
    }
  for (guint v = 0; v < m; v++)
    for (guint w = 0; w < m; w++)
      distance->steps[v][w] = model == MODEL_EQUAL ? v != w
                              : model == MODEL_ORDERED
                                  ? (v > w ? v - w : w - v)
                                  : get_meeting_level (judged->hierarchy, v, w, distance->n_steps);
}

static void
case_clear (Case *judged)
{
  g_clear_pointer (&judged->hierarchy, deid_hierarchy_unref);
}

/* Draws @n records of the table, often from a part of its values only. Returns: how many. */
static guint64
draw_class (const Case *judged, GRand *rand, guint64 n, guint64 *counts)
{
  const gint32 m = (gint32) judged->distance.n_values;
  const gint32 first = g_rand_boolean (rand) ? g_rand_int_range (rand, 0, m) : 0;
  const gint32 end = g_rand_boolean (rand) ? g_rand_int_range (rand, first, m) + 1 : m;
  guint64 n_left = 0, n_drawn = 0;

  memset (counts, 0, MAX_VALUES * sizeof *counts);
  for (gint32 v = first; v < end; v++)
    n_left += judged->totals[v];
  for (; n_drawn < n && n_left > 0; n_left--, n_drawn++)
    {
      gint32 v;

      do
        v = g_rand_int_range (rand, first, end);
      while (counts[v] == judged->totals[v]);
      counts[v]++;
    }
  return n_drawn;
}

static guint64
draw_size (GRand *rand)
{
  static const guint64 sizes[] = { 1, 2, 4, 5, 8, 10, 16 };

  return sizes[g_rand_int_range (rand, 0, G_N_ELEMENTS (sizes))];
}

static void
judge (JudgedModel *model, const Case *judged, guint64 t)
{
  judged_model_init (model, make_model (judged->model, (double) t / (double) ONE), judged->totals,
                     judged->distance.n_values, judged->hierarchy);
}

/* A class with the verdicts that follow from its distances. */
static void
check_class (const JudgedModel *model, const Case *judged, const guint64 *counts, guint64 n,
             guint64 t)
{
  const GroundDistance *distance = &judged->distance;
  const DeidWide steps_and_records = (DeidWide) distance->n_steps * judged->n_records;
  const gboolean is_within
      = (DeidWide) earth_mover_get_cost (distance, counts, judged->totals) * ONE
        <= steps_and_records * n * t;
  const gboolean is_covered
      = (DeidWide) earth_mover_get_least_cost (distance, counts, judged->totals) * ONE
        <= steps_and_records * t;

  assert_quietly (judged_model_accepts (model, counts, n) == is_within);
  assert_quietly (judged_model_recheck (model, counts, n) == (is_within ? 1 : -1));
  ck_assert_int_eq (judged_model_meets_necessary (model, counts, n), is_covered);
  ck_assert (is_covered || !is_within);
}

/* Every class is judged at some t; every second one at its distance and just below, too. */
START_TEST (test_formula)
{
  const guint n_trials = count_trials (10000);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_at_threshold = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      guint64 counts[MAX_VALUES], thresholds[3];
      guint n_thresholds = 1;
      Case judged;
      guint64 n;

      case_init (&judged, rand, (Model) _i);
      n = draw_class (&judged, rand, draw_size (rand), counts);
      thresholds[0] = (guint64) g_rand_int_range (rand, 0, 1001) * (ONE / 1000);
      if (i % 2 == 0 && ONE % (judged.distance.n_steps * judged.n_records * n) == 0)
        {
          const guint64 at = ONE / (judged.distance.n_steps * judged.n_records * n)
                             * earth_mover_get_cost (&judged.distance, counts, judged.totals);

          n_at_threshold++;
          thresholds[n_thresholds++] = at;
          if (at > 0)
            thresholds[n_thresholds++] = at - 1;
        }
      for (guint j = 0; j < n_thresholds; j++)
        {
          JudgedModel model;

          judge (&model, &judged, thresholds[j]);
          check_class (&model, &judged, counts, n, thresholds[j]);
          judged_model_clear (&model);
        }
      case_clear (&judged);
    }
  ck_assert_uint_ge (n_at_threshold, n_trials / 4);
}
END_TEST

/* What was seen of pairs of classes. */
typedef struct
{
  guint n_unions;     /* of two classes that pass */
  guint n_bad_unions; /* of these, those that fail */
  guint n_spoilt;     /* classes that pass, but not when any other joins them */
  guint n_met;        /* classes that meet the necessary condition, joined by any other */
  guint n_unmet;      /* of these, those that no longer do */
  guint n_failed;     /* classes that do not meet it */
} Pairs;

static void
note_pair (const JudgedModel *model, const guint64 *a, const guint64 *b, Pairs *pairs)
{
  const gboolean passes = judged_model_accepts (model, a, 1);
  const gboolean meets = judged_model_meets_necessary (model, a, 1);
  guint64 joined[MAX_VALUES];
  gboolean joined_passes;

  for (guint v = 0; v < MAX_VALUES; v++)
    joined[v] = a[v] + b[v];
  joined_passes = judged_model_accepts (model, joined, 1);
  ck_assert (meets || !passes);
  pairs->n_spoilt += passes && !joined_passes;
  if (passes && judged_model_accepts (model, b, 1))
    {
      pairs->n_unions++;
      pairs->n_bad_unions += !joined_passes;
    }
  pairs->n_met += meets ? 1 : 0;
  pairs->n_failed += meets ? 0 : 1;
  pairs->n_unmet += meets && !judged_model_meets_necessary (model, joined, 1);
}

START_TEST (test_closures)
{
  const guint n_trials = count_trials (20000);
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  Pairs pairs = { 0 };

  while (pairs.n_unions < n_trials || pairs.n_met < n_trials)
    {
      JudgedModel model;
      Case judged;

      case_init (&judged, rand, (Model) _i);
      judge (&model, &judged, (guint64) g_rand_int_range (rand, 100, 701) * (ONE / 1000));
      ck_assert_int_eq (deid_privacy_model_get_closure (model.prepared.models[0].model),
                        DEID_CLOSURE_UNION);
      for (guint i = 0; i < 200; i++)
        {
          guint64 a[MAX_VALUES], b[MAX_VALUES];

          draw_class (&judged, rand, (guint64) g_rand_int_range (rand, 1, 17), a);
          draw_class (&judged, rand, (guint64) g_rand_int_range (rand, 1, 17), b);
          note_pair (&model, a, b, &pairs);
        }
      judged_model_clear (&model);
      case_clear (&judged);
    }
  ck_assert_uint_eq (pairs.n_bad_unions, 0);
  ck_assert_uint_eq (pairs.n_unmet, 0);
  ck_assert_uint_gt (pairs.n_spoilt, 0); /* not superset-closed */
  ck_assert_uint_gt (pairs.n_failed, 0);
}
END_TEST

static gboolean
accepts (Model model, double t, const guint64 *totals, guint n_values, const guint64 *counts)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  JudgedModel judged;
  gboolean accepted;

  judged_model_init (&judged, make_model (model, t), totals, n_values, hierarchy);
  accepted = judged_model_accepts (&judged, counts, 1);
  /* It may say that it cannot tell. */
  ck_assert_int_ne (judged_model_recheck (&judged, counts, 1), accepted ? -1 : 1);
  judged_model_clear (&judged);
  return accepted;
}

/* Charges of 50, 60 and 70. */
START_TEST (test_published_example)
{
  static const guint64 totals[] = { 1, 3, 1 }, first[] = { 1, 1, 0 }, second[] = { 0, 2, 1 };

  ck_assert (accepts (MODEL_ORDERED, 0.25, totals, 3, first));
  ck_assert (!accepts (MODEL_ORDERED, 0.2499999999999999, totals, 3, first));
  ck_assert (!accepts (MODEL_ORDERED, 0.16666666666666666, totals, 3, second));
  ck_assert (accepts (MODEL_ORDERED, 0.16666666666666669, totals, 3, second));
}
END_TEST

/* In floating point the distance comes out as 0.20000000000000007. */
START_TEST (test_met_exactly)
{
  static const guint64 totals[] = { 50, 50 }, counts[] = { 7, 3 };

  ck_assert (accepts ((Model) _i, 0.2, totals, 2, counts));
  ck_assert (!accepts ((Model) _i, 0.19999999999999998, totals, 2, counts));
}
END_TEST

/* Products of these counts need more than 32, 64 and, with t, 128 bits. */
START_TEST (test_large_counts)
{
  static const guint64 totals[][2] = { { 600000, 400000 }, { 3000000000000000, 2000000000000000 } };
  static const guint64 counts[][2] = { { 600000, 0 }, { 3000000000000000, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    {
      ck_assert (accepts ((Model) _i, 0.4, totals[i], 2, counts[i]));
      ck_assert (!accepts ((Model) _i, 0.3999999999999999, totals[i], 2, counts[i]));
      ck_assert (!accepts ((Model) _i, 1.2345678901234567e-20, totals[i], 2, counts[i]));
      ck_assert (accepts ((Model) _i, 1.2345678901234567e-20, totals[i], 2, totals[i]));
      ck_assert (accepts ((Model) _i, 0, totals[i], 2, totals[i]));
    }
}
END_TEST

START_TEST (test_single_value)
{
  static const guint64 totals[] = { 9 }, counts[] = { 3 };

  ck_assert (accepts ((Model) _i, 0, totals, 1, counts));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("t-closeness");
  TCase *tcase = tcase_create ("t-closeness");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, test_formula, 0, 3);
  tcase_add_loop_test (tcase, test_closures, 0, 3);
  tcase_add_test (tcase, test_published_example);
  tcase_add_loop_test (tcase, test_met_exactly, 0, 3);
  tcase_add_loop_test (tcase, test_large_counts, 0, 3);
  tcase_add_loop_test (tcase, test_single_value, 0, 3);
  suite_add_tcase (suite, tcase);
  return suite;
}
