/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What models declare of joined classes, by random search for counterexamples; and entropy
 * l-diversity at exact equality. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "base/rational.h"
#include "support/big-natural.h"
#include "support/judged-model.h"

#define MAX_VALUES  50
#define MAX_PERSONS 64
#define N_RECORDS   4000
#define N_TRIALS    count_trials (20000)

/* A class as a set of persons and a count for each value. */
typedef struct
{
  guint64 n_records;
  guint64 persons;
  guint64 counts[MAX_VALUES];
} Class;

typedef struct
{
  JudgedModel judged;
  DeidRational parameter;
} Prepared;

static Prepared
prepare (const char *text)
{
  guint64 totals[MAX_VALUES];
  GError *error = NULL;
  Prepared prepared;

  for (guint v = 0; v < MAX_VALUES; v++)
    totals[v] = N_RECORDS / MAX_VALUES;
  judged_model_init (&prepared.judged,
                     deid_privacy_model_new_from_specification (text, "s", &error), totals,
                     MAX_VALUES, NULL);
  assert_no_error (error);
  deid_rational_from_double (g_ascii_strtod (strchr (text, ':') + 1, NULL), text,
                             &prepared.parameter, &error);
  assert_no_error (error);
  return prepared;
}

static void
release (Prepared *prepared)
{
  judged_model_clear (&prepared->judged);
}

static DeidClosure
get_closure (const Prepared *prepared)
{
  return deid_privacy_model_get_closure (prepared->judged.prepared.models[0].model);
}

/* Asks the slot for the verdict, or for the necessary condition. */
static gboolean
ask (const Prepared *prepared, const Class *judged, gboolean necessary)
{
  guint64 n_persons = 0;

  for (guint64 persons = judged->persons; persons != 0; persons &= persons - 1)
    n_persons++;
  return necessary ? judged_model_meets_necessary (&prepared->judged, judged->counts, n_persons)
                   : judged_model_accepts (&prepared->judged, judged->counts, n_persons);
}

static void
add_record (Class *class, guint value, guint person)
{
  class->n_records++;
  class->counts[value]++;
  class->persons |= G_GUINT64_CONSTANT (1) << person;
}

/* Values are equally likely, or one of them is all but certain. */
static void
make_class (Class *class, GRand *rand, gint32 max_values, gint32 max_records)
{
  const gboolean is_skewed = g_rand_int (rand) % 4 == 0;
  const gint32 n = g_rand_int_range (rand, 1, max_records + 1);
  const gint32 n_values = g_rand_int_range (rand, 1, max_values + 1);
  const gint32 n_persons = g_rand_int_range (rand, 1, MAX_PERSONS + 1);

  memset (class, 0, sizeof *class);
  for (gint32 i = 0; i < n; i++)
    {
      const gint32 value = g_rand_int_range (rand, 0, n_values);

      add_record (class, is_skewed && i > 1 ? 0 : (guint) value,
                  (guint) g_rand_int_range (rand, 0, n_persons));
    }
}

static void
join (Class *class, const Class *other)
{
  class->n_records += other->n_records;
  class->persons |= other->persons;
  for (guint v = 0; v < MAX_VALUES; v++)
    class->counts[v] += other->counts[v];
}

/* Joins any records to classes that pass, until enough did. */
static guint
count_spoilt_by_joining (const Prepared *prepared, gboolean necessary, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint n_passed = 0, n_failed = 0, n_spoilt = 0;

  while (n_passed < N_TRIALS)
    {
      Class class, other;

      make_class (&class, rand, 6, 20);
      make_class (&other, rand, 8, g_rand_boolean (rand) ? 1 : 200);
      if (!ask (prepared, &class, necessary))
        {
          n_failed++;
          continue;
        }
      n_passed++;
      join (&class, &other);
      if (!ask (prepared, &class, necessary))
        n_spoilt++;
    }
  ck_assert_uint_gt (n_failed, 0);
  return n_spoilt;
}

static const char *const superset_closed[] = { "k:2", "k:5", "k:12", "dl:2", "dl:3", "dl:5" };
static const char *const entropy_models[]
    = { "el:1.1", "el:1.5", "el:2", "el:2.5", "el:3", "el:3.7", "el:4" };

START_TEST (test_superset_closed)
{
  Prepared prepared = prepare (superset_closed[_i]);

  ck_assert_int_eq (get_closure (&prepared), DEID_CLOSURE_SUPERSET);
  ck_assert_uint_eq (count_spoilt_by_joining (&prepared, FALSE, 1), 0);
  release (&prepared);
}
END_TEST

START_TEST (test_entropy_is_union_closed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  Prepared prepared = prepare (entropy_models[_i]);
  guint n_pairs = 0;

  ck_assert_int_eq (get_closure (&prepared), DEID_CLOSURE_UNION);
  while (n_pairs < N_TRIALS)
    {
      Class class, other;

      make_class (&class, rand, 6, 20);
      make_class (&other, rand, 8, 60);
      if (!ask (&prepared, &class, FALSE) || !ask (&prepared, &other, FALSE))
        continue;
      n_pairs++;
      join (&class, &other);
      if (!ask (&prepared, &class, FALSE))
        ck_abort_msg ("two classes pass %s, but not their union", entropy_models[_i]);
    }
  release (&prepared);
}
END_TEST

/* Pairs of classes that pass by as little as three decimals allow. */
START_TEST (test_entropy_is_union_closed_narrowly)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  guint n_pairs = 0, n_narrow = 0;

  while (n_pairs < N_TRIALS)
    {
      Class classes[2];
      double least = INFINITY;
      char text[32];
      Prepared prepared;

      for (guint i = 0; i < 2; i++)
        {
          double entropy = 0;

          make_class (&classes[i], rand, 5, 30);
          for (guint v = 0; v < MAX_VALUES; v++)
            {
              const double p = (double) classes[i].counts[v] / (double) classes[i].n_records;

              entropy -= p > 0 ? p * log (p) : 0;
            }
          least = MIN (least, exp (entropy));
        }
      g_snprintf (text, sizeof text, "el:%d.%03d", (int) floor (least),
                  (int) floor (fmod (least, 1) * 1000));
      prepared = prepare (text);
      if (ask (&prepared, &classes[0], FALSE) && ask (&prepared, &classes[1], FALSE))
        {
          n_pairs++;
          n_narrow += least < 2.999;
          join (&classes[0], &classes[1]);
          if (!ask (&prepared, &classes[0], FALSE))
            ck_abort_msg ("two classes pass %s, but not their union", text);
        }
      release (&prepared);
    }
  ck_assert_uint_gt (n_narrow, N_TRIALS / 4);
}
END_TEST

START_TEST (test_entropy_is_not_superset_closed)
{
  Prepared prepared = prepare (entropy_models[_i]);

  ck_assert_uint_gt (count_spoilt_by_joining (&prepared, FALSE, 4), 0);
  release (&prepared);
}
END_TEST

START_TEST (test_necessary_condition)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  Prepared prepared = prepare (entropy_models[_i]);
  guint n_accepted = 0, n_only_necessary = 0;

  while (n_accepted < N_TRIALS)
    {
      const gint32 max_values = g_rand_int_range (rand, 1, 8);
      Class class;

      make_class (&class, rand, max_values, g_rand_boolean (rand) ? 30 : 200);
      if (ask (&prepared, &class, FALSE))
        {
          n_accepted++;
          if (!ask (&prepared, &class, TRUE))
            ck_abort_msg ("a class passes %s, but not its necessary condition", entropy_models[_i]);
        }
      else if (ask (&prepared, &class, TRUE))
        n_only_necessary++;
    }
  ck_assert_uint_gt (n_only_necessary, 0);
  ck_assert_uint_eq (count_spoilt_by_joining (&prepared, TRUE, 6), 0);
  release (&prepared);
}
END_TEST

/* n equally frequent values are n-diverse, however many records have each; with one record more in
 * one of them they are a little less. */
START_TEST (test_uniform_classes)
{
  const guint64 counts[] = { 1,      2,       3,          7,          100,
                             12345,  1048576, 1000000007, 4294967296, G_GUINT64_CONSTANT (1) << 44,
                             999999, 65535,   65536 };

  for (guint n_values = 2; n_values <= MAX_VALUES; n_values++)
    {
      g_autofree char *text = g_strdup_printf ("el:%u", n_values);
      Prepared prepared = prepare (text);

      for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
        {
          Class class = { .n_records = n_values * counts[c] };

          for (guint v = 0; v < n_values; v++)
            class.counts[v] = counts[c];
          if (!ask (&prepared, &class, FALSE))
            ck_abort_msg ("%u values, %" G_GUINT64_FORMAT " times each, fail %s", n_values,
                          counts[c], text);
          class.counts[n_values / 2]++;
          class.n_records++;
          if (ask (&prepared, &class, FALSE))
            ck_abort_msg ("one record more than uniform passes %s", text);
        }
      release (&prepared);
    }
}
END_TEST

/* All classes of up to 14 records with up to 6 values, each count not above the one before. */
static void
check_all_classes (const Prepared *prepared, Class *class, guint n_values, guint *n_equal)
{
  const guint64 limit = n_values > 0 ? class->counts[n_values - 1] : 14;

  if (n_values > 0)
    {
      const int expected
          = big_natural_compare_entropy (class->counts, n_values, prepared->parameter.numerator,
                                         (guint64) prepared->parameter.denominator);

      *n_equal += expected == 0;
      if (ask (prepared, class, FALSE) != (expected >= 0))
        ck_abort_msg ("wrong verdict on a class of %u values and %" G_GUINT64_FORMAT " records",
                      n_values, class->n_records);
    }
  for (guint64 count = 1; n_values < 6 && count <= limit && class->n_records + count <= 14; count++)
    {
      class->counts[n_values] = count;
      class->n_records += count;
      check_all_classes (prepared, class, n_values + 1, n_equal);
      class->counts[n_values] = 0;
      class->n_records -= count;
    }
}

START_TEST (test_all_small_classes)
{
  const char *const integral[] = { "el:1", "el:2", "el:3", "el:4", "el:5", "el:6" };
  Class class = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (integral); i++)
    {
      Prepared prepared = prepare (integral[i]);
      guint n_equal = 0;

      check_all_classes (&prepared, &class, 0, &n_equal);
      /* l values, each 1, 2, … times, and one more for l = 3 (8, 1, 1, 1, 1), l = 4 (4, 1, 1, 1, 1)
       * and l = 5 (4, 2, 1, 1, 1, 1). */
      ck_assert_uint_eq (n_equal, 14 / (i + 1) + (i >= 2 && i <= 4 ? 1 : 0));
      release (&prepared);
    }
  for (guint i = 0; i < G_N_ELEMENTS (entropy_models); i++)
    {
      Prepared prepared = prepare (entropy_models[i]);
      guint n_equal = 0;

      check_all_classes (&prepared, &class, 0, &n_equal);
      release (&prepared);
    }
}
END_TEST

/* A fraction means the decimal it is written as. 2.5 values of p = 1/2, 1/4, 1/4 would be
 * 2^1.5 = 2.828427… */
START_TEST (test_fractional_l)
{
  const struct
  {
    double l;
    guint64 numerator, denominator;
  } cases[] = { { 2.5, 5, 2 }, { 1.1, 11, 10 }, { 3.0000001, 30000001, 10000000 }, { 4, 4, 1 } };
  const struct
  {
    const char *text;
    gboolean passes;
  } thresholds[] = { { "el:2.5", TRUE },
                     { "el:2.8284271247461", TRUE },
                     { "el:2.8284271247461900", TRUE },
                     { "el:2.8284271247461903", FALSE /* sqrt 8 = 2.82842712474619009… */ },
                     { "el:2.829", FALSE } };
  const Class class = { .n_records = 400000, .counts = { 200000, 100000, 100000 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DeidRational l;

      ck_assert (deid_rational_from_double (cases[i].l, "l", &l, NULL));
      ck_assert_uint_eq (l.numerator, cases[i].numerator);
      ck_assert_uint_eq ((guint64) l.denominator, cases[i].denominator);
    }
  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    {
      Prepared prepared = prepare (thresholds[i].text);

      ck_assert_msg (ask (&prepared, &class, FALSE) == thresholds[i].passes, "%s",
                     thresholds[i].text);
      release (&prepared);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("closures");
  TCase *closures = tcase_create ("joined classes");
  TCase *equality = tcase_create ("entropy at equality");

  tcase_set_timeout (closures, 120);
  tcase_add_loop_test (closures, test_superset_closed, 0, G_N_ELEMENTS (superset_closed));
  tcase_add_loop_test (closures, test_entropy_is_union_closed, 0, G_N_ELEMENTS (entropy_models));
  tcase_add_test (closures, test_entropy_is_union_closed_narrowly);
  tcase_add_loop_test (closures, test_entropy_is_not_superset_closed, 0,
                       G_N_ELEMENTS (entropy_models));
  tcase_add_loop_test (closures, test_necessary_condition, 0, G_N_ELEMENTS (entropy_models));
  suite_add_tcase (suite, closures);
  tcase_set_timeout (equality, 120);
  tcase_add_test (equality, test_uniform_classes);
  tcase_add_test (equality, test_all_small_classes);
  tcase_add_test (equality, test_fractional_l);
  suite_add_tcase (suite, equality);
  return suite;
}
