/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/class-spy.h"

#include <deid/deid-extend.h>
#include <stdlib.h>
#include <string.h>

#include "support/suite.h"

#define MISSING "\\N"

/* Even numbers before odd ones; numbers alike in that are equal, and then ordered as text. */
static gboolean
compare_parity (const char *a, const char *b, gpointer data, int *order, GError **error)
{
  (void) data;
  (void) error;
  *order = atoi (a) % 2 - atoi (b) % 2;
  return TRUE;
}

static gboolean
comes_before (int a, int b)
{
  if (a < 0 || b < 0)
    return a < 0 && b >= 0;
  return a % 2 != b % 2 ? a % 2 < b % 2 : a < b;
}

/* Lists the values in the order of their first appearance, or each in its place. */
static void
list_values (ClassSpy *spy, guint s)
{
  const int *column = spy->random->sensitive[spy->columns[s]];
  int *values = spy->values[s];
  guint n = 0;

  for (guint row = 0; row < spy->random->n_rows; row++)
    {
      guint v = 0;

      while (v < n && values[v] != column[row])
        v++;
      if (v < n)
        continue;
      for (v = n++; spy->has_order && v > 0 && comes_before (column[row], values[v - 1]); v--)
        values[v] = values[v - 1];
      values[v] = column[row];
    }
  spy->n_values[s] = n;
  for (guint v = 0; v < n; v++)
    for (guint row = 0; row < spy->random->n_rows; row++)
      if (column[row] == values[v])
        spy->totals[s][v] += spy->random->weights[row];
}

static const char *
get_label (const RandomProblem *random, guint attribute, guint row, const guint *levels)
{
  const RandomAttribute *labelled = &random->attributes[attribute];

  return labelled->leaves[labelled->leaf_of_row[row]].labels[levels[attribute]];
}

static gboolean
are_alike (const RandomProblem *random, guint row, guint other, const guint *levels)
{
  for (guint a = 0; a < random->n_attributes; a++)
    if (g_strcmp0 (get_label (random, a, row, levels), get_label (random, a, other, levels)) != 0)
      return FALSE;
  return TRUE;
}

static void
append_label (GString *text, const char *label)
{
  g_string_append_printf (text, "%s/", label != NULL ? label : MISSING);
}

static void
append_value (GString *text, const char *value, guint64 count)
{
  g_string_append_printf (text, "%s:%" G_GUINT64_FORMAT " ", value != NULL ? value : MISSING,
                          count);
}

/* Each person of the class is counted in one row. */
static gboolean
is_new_person (const RandomProblem *random, guint row, const gboolean *belongs)
{
  for (guint earlier = 0; earlier < row; earlier++)
    if (belongs[earlier] && random->entities[earlier] == random->entities[row])
      return FALSE;
  return TRUE;
}

static void
append_plain_values (const ClassSpy *spy, guint s, const gboolean *belongs, GString *text)
{
  for (guint v = 0; v < spy->n_values[s]; v++)
    {
      const int value = spy->values[s][v];
      g_autofree char *name = value < 0 ? NULL : g_strdup_printf ("%d", value);
      guint64 count = 0;

      for (guint row = 0; row < spy->random->n_rows; row++)
        if (belongs[row] && spy->random->sensitive[spy->columns[s]][row] == value)
          count += spy->random->weights[row];
      if (count > 0)
        append_value (text, name, count);
    }
}

/* What there is to say of the class of a row. */
static char *
describe_plainly (const ClassSpy *spy, guint row, const guint *levels)
{
  const RandomProblem *random = spy->random;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean belongs[MAX_ROWS];
  guint64 n_records = 0, n_persons = 0;

  for (guint a = 0; a < random->n_attributes; a++)
    append_label (text, get_label (random, a, row, levels));
  for (guint other = 0; other < random->n_rows; other++)
    {
      belongs[other] = are_alike (random, row, other, levels);
      n_records += belongs[other] ? random->weights[other] : 0;
      n_persons += belongs[other] && is_new_person (random, other, belongs) ? 1 : 0;
    }
  g_string_append_printf (text, " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " ", n_records,
                          random->has_entities ? n_persons : n_records);
  for (guint s = 0; s < N_SENSITIVE; s++)
    append_plain_values (spy, s, belongs, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

ClassSpy *
class_spy_new (const RandomProblem *random, GRand *rand)
{
  const guint n_policies = random_problem_get_n_policies (random);
  ClassSpy *spy = g_new0 (ClassSpy, 1);

  spy->random = random;
  spy->columns[0] = (guint) g_rand_int_range (rand, 0, N_SENSITIVE);
  spy->columns[1] = 1 - spy->columns[0];
  spy->has_order = g_rand_boolean (rand);
  spy->is_superset_closed = g_rand_boolean (rand);
  for (guint s = 0; s < N_SENSITIVE; s++)
    list_values (spy, s);
  spy->classes = g_new (GHashTable *, n_policies);
  spy->all = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint rank = 0; rank < n_policies; rank++)
    {
      guint levels[MAX_ATTRIBUTES];

      random_problem_get_levels (random, rank, levels);
      spy->classes[rank] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      for (guint row = 0; row < random->n_rows; row++)
        g_hash_table_add (spy->classes[rank], describe_plainly (spy, row, levels));
    }
  for (guint rank = 0; rank < n_policies; rank++)
    {
      GHashTableIter iter;
      gpointer text;

      g_hash_table_iter_init (&iter, spy->classes[rank]);
      while (g_hash_table_iter_next (&iter, &text, NULL))
        g_hash_table_add (spy->all, text);
    }
  return spy;
}

void
class_spy_free (ClassSpy *spy)
{
  const guint n_policies = random_problem_get_n_policies (spy->random);

  g_hash_table_unref (spy->all);
  for (guint rank = 0; rank < n_policies; rank++)
    g_hash_table_unref (spy->classes[rank]);
  g_free (spy->classes);
  g_free (spy);
}

guint
class_spy_count_classes (const ClassSpy *spy, guint rank)
{
  return g_hash_table_size (spy->classes[rank]);
}

/* Numbers must ascend, and counts add up. */
static gboolean
append_values (const DeidPrivacyInput *input, const DeidClass *eq_class, guint s, GString *text)
{
  guint32 n_values, n_counts;
  const guint32 *values = deid_class_get_values (eq_class, s, &n_values);
  const guint64 *counts = deid_class_get_counts (eq_class, s, &n_counts);
  gboolean is_right = n_values == n_counts && n_values > 0;
  guint64 sum = 0;

  for (guint32 v = 0; v < n_values; v++)
    {
      is_right &= v == 0 || values[v] > values[v - 1];
      sum += counts[v];
      append_value (text, deid_privacy_input_get_value (input, s, values[v]), counts[v]);
    }
  return is_right && sum == deid_class_get_n_records (eq_class);
}

/* What numbers of labels stand for is what the labels are. */
static gboolean
are_labels_alike (const DeidPrivacyInput *input, const DeidClass *eq_class)
{
  guint n, n_attributes = 0;
  const guint *levels = deid_class_get_levels (eq_class, &n_attributes);
  const guint32 *labels = deid_class_get_label_numbers (eq_class, &n);

  for (guint a = 0; a < n_attributes; a++)
    if (levels[a] >= deid_privacy_input_get_n_levels (input, a)
        || labels[a] >= deid_privacy_input_get_n_labels (input, a, levels[a])
        || g_strcmp0 (deid_privacy_input_get_label (input, a, levels[a], labels[a]),
                      deid_class_get_label (eq_class, a))
               != 0)
      return FALSE;
  return n_attributes > 0 && n == n_attributes;
}

static void
look_up (ClassSpy *spy, const DeidPrivacyInput *input, const DeidClass *eq_class)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GHashTable *expected
      = spy->get_rank != NULL ? spy->classes[spy->get_rank (spy->rank_data)] : spy->all;
  gboolean is_right = deid_class_get_n_population (eq_class) == 0
                      && !deid_class_has_population (eq_class)
                      && are_labels_alike (input, eq_class);

  for (guint a = 0; a < spy->random->n_attributes; a++)
    append_label (text, deid_class_get_label (eq_class, a));
  g_string_append_printf (text, " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " ",
                          deid_class_get_n_records (eq_class), deid_class_get_n_persons (eq_class));
  for (guint s = 0; s < N_SENSITIVE; s++)
    is_right &= append_values (input, eq_class, s, text);
  if (!is_right || !g_hash_table_contains (expected, text->str))
    g_atomic_int_inc (&spy->n_wrong);
}

static char *
describe (gpointer data)
{
  (void) data;
  return g_strdup ("spy");
}

static gboolean
prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  const ClassSpy *spy = data;

  (void) error;
  ck_assert_uint_eq (deid_privacy_input_get_n_records (input), spy->random->n_records);
  ck_assert (!deid_privacy_input_has_population (input));
  ck_assert_uint_eq (deid_privacy_input_get_n_attributes (input), spy->random->n_attributes);
  for (guint a = 0; a < spy->random->n_attributes; a++)
    {
      const char name[] = { 'q', (char) ('0' + a), '\0' };

      ck_assert_str_eq (deid_privacy_input_get_attribute_name (input, a), name);
    }
  for (guint s = 0; s < N_SENSITIVE; s++)
    {
      guint32 n_values;
      const guint64 *counts = deid_privacy_input_get_counts (input, s, &n_values);

      ck_assert_uint_eq (n_values, spy->n_values[s]);
      ck_assert (memcmp (counts, spy->totals[s], n_values * sizeof *counts) == 0);
      ck_assert_ptr_null (deid_privacy_input_get_hierarchy (input, s));
      for (guint32 v = 0; v < n_values; v++)
        {
          const char *value = deid_privacy_input_get_value (input, s, v);

          ck_assert_int_eq (value != NULL ? atoi (value) : -1, spy->values[s][v]);
        }
    }
  *state = (gpointer) input;
  return TRUE;
}

/* No value of the first attribute has more than half of the records. */
static gboolean
is_mixed (const DeidClass *eq_class)
{
  guint32 n_values;
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);

  for (guint32 v = 0; v < n_values; v++)
    if (2 * counts[v] > deid_class_get_n_records (eq_class))
      return FALSE;
  return TRUE;
}

static gboolean
accept (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes, GError **error)
{
  ClassSpy *spy = data;

  (void) error;
  g_atomic_int_inc (&spy->n_accepts);
  look_up (spy, state, eq_class);
  *passes
      = spy->is_superset_closed ? deid_class_get_n_persons (eq_class) >= 2 : is_mixed (eq_class);
  return TRUE;
}

static gboolean
necessary (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
           GError **error)
{
  guint32 n_values;

  (void) error;
  look_up (data, state, eq_class);
  deid_class_get_values (eq_class, 0, &n_values);
  *passes = n_values >= 2;
  return TRUE;
}

DeidPrivacyModel *
class_spy_make_model (ClassSpy *spy)
{
  const char *const names[]
      = { spy->columns[0] == 0 ? "s0" : "s1", spy->columns[1] == 0 ? "s0" : "s1", NULL };
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  DeidPrivacyModel *model;

  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_privacy_model_funcs_set_compare (funcs, spy->has_order ? compare_parity : NULL, NULL, NULL);
  deid_privacy_model_funcs_set_prepare (funcs, prepare, spy, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept, spy, NULL);
  deid_privacy_model_funcs_set_necessary (funcs, necessary, spy, NULL);
  deid_privacy_model_funcs_set_closure (funcs, spy->is_superset_closed ? DEID_CLOSURE_SUPERSET
                                                                       : DEID_CLOSURE_UNION);
  deid_privacy_model_funcs_set_thread_safe (funcs, TRUE);
  deid_privacy_model_funcs_set_sensitive (funcs, names);
  model = deid_privacy_model_new (funcs, NULL);
  ck_assert_ptr_nonnull (model);
  return model;
}
