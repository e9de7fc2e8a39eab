/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is left of lattices that are asked to keep values apart or together, or have a range of
 * levels of subtrees: compared with a filter of all policies by what these make of a table. */
#include "support/suite.h"

#include <string.h>

#include "support/lesson.h"

#define MAX_VALUES 6
#define MAX_HEIGHT 3
#define MISSING    MAX_VALUES

typedef enum
{
  NUMBERS,
  ORDER,
  SUBTREES,
  N_KINDS
} Kind;

/* A column with each value once, and perhaps a missing one that its order does not mention. */
typedef struct
{
  Kind kind;
  guint n;
  gboolean has_missing;
  guint height;
  guint groups[MAX_HEIGHT + 1][MAX_VALUES]; /* of each leaf on each level */
} Column;

typedef enum
{
  APART,
  TOGETHER,
  LEVELS
} DemandKind;

/* Places are those of values; of numbers they are halves: an odd one is a number between two. */
typedef struct
{
  DemandKind kind;
  guint first, last;             /* places, or levels */
  guint first_level, last_level; /* of labels of subtrees above a place */
} Demand;

typedef struct
{
  Demand items[4];
  guint n;
} Demands;

static const char *const words[MAX_VALUES] = { "f", "b", "d", "a", "c", "e" };

static void
name_node (const Column *column, guint level, guint leaf, char *name)
{
  if (level == 0)
    strcpy (name, words[leaf]);
  else
    g_snprintf (name, 16, "l%u-%u", level, column->groups[level][leaf]);
}

static void
draw_column (Column *column, GRand *rand)
{
  *column = (Column){ .kind = (Kind) g_rand_int_range (rand, 0, N_KINDS),
                      .n = (guint) g_rand_int_range (rand, 2, MAX_VALUES + 1),
                      .has_missing = g_rand_boolean (rand),
                      .height = (guint) g_rand_int_range (rand, 1, MAX_HEIGHT + 1) };
  for (guint leaf = 0; leaf < column->n; leaf++)
    column->groups[0][leaf] = leaf;
  for (guint level = 1; level <= column->height; level++)
    {
      const gint32 n_groups
          = level == column->height ? g_rand_int_range (rand, 1, 3) : (gint32) column->n;
      guint parents[MAX_VALUES];

      for (guint group = 0; group < MAX_VALUES; group++)
        parents[group] = (guint) g_rand_int_range (rand, 0, n_groups);
      for (guint leaf = 0; leaf < column->n; leaf++)
        column->groups[level][leaf] = parents[column->groups[level - 1][leaf]];
    }
}

static DeidHierarchy *
build_hierarchy (const Column *column)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  DeidHierarchy *hierarchy;
  GError *error = NULL;

  for (guint leaf = 0; leaf < column->n; leaf++)
    {
      char names[MAX_HEIGHT + 1][16];
      const char *row[MAX_HEIGHT + 2] = { NULL };

      for (guint level = 0; level <= column->height; level++)
        {
          name_node (column, level, leaf, names[level]);
          row[level] = names[level];
        }
      ck_assert (deid_hierarchy_builder_add_row (builder, row, NULL));
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

static DeidLattice *
build_lattice (const Column *column)
{
  static const char *const numbers[MAX_VALUES] = { "-1", "1", "3", "5", "7", "9" };
  const char *values[MAX_VALUES + 1] = { NULL };
  g_autoptr (DeidDataset) dataset = NULL;
  DeidLattice *lattice;
  GError *error = NULL;

  for (guint i = 0; i < column->n; i++)
    values[i] = column->kind == NUMBERS ? numbers[i] : words[i];
  dataset = make_text_column ("q", values, column->n + (column->has_missing ? 1 : 0));
  lattice = deid_lattice_new (dataset);
  if (column->kind == NUMBERS)
    deid_lattice_add_numeric_cuts (lattice, "q", DEID_CUT_ENDS_ROUNDED, &error);
  else if (column->kind == ORDER)
    deid_lattice_add_ordered_cuts (lattice, "q", values, column->n, DEID_CUT_ENDS_ROUNDED, &error);
  else
    {
      g_autoptr (DeidHierarchy) hierarchy = build_hierarchy (column);

      deid_lattice_add_subtree_cuts (lattice, "q", hierarchy, NULL, &error);
    }
  assert_no_error (error);
  return lattice;
}

static Demand
draw_demand (const Column *column, GRand *rand)
{
  const gint32 n = (gint32) column->n;
  Demand demand
      = { .kind = (DemandKind) g_rand_int_range (rand, 0, column->kind == SUBTREES ? 3 : 2) };

  if (demand.kind == LEVELS)
    {
      demand.first = (guint) g_rand_int_range (rand, 0, (gint32) column->height + 1);
      demand.last
          = (guint) g_rand_int_range (rand, (gint32) demand.first, (gint32) column->height + 1);
      return demand;
    }
  if (column->kind == NUMBERS)
    {
      demand.first = (guint) g_rand_int_range (rand, 0, 2 * n + 1);
      demand.last = (guint) g_rand_int_range (rand, (gint32) demand.first, 2 * n + 1);
      return demand;
    }
  demand.first
      = (guint) g_rand_int_range (rand, column->kind == ORDER && demand.kind == APART ? 1 : 0, n);
  demand.last
      = (guint) g_rand_int_range (rand, column->kind == ORDER ? (gint32) demand.first : 0, n);
  demand.first_level = (guint) g_rand_int_range (rand, 0, (gint32) column->height + 1);
  demand.last_level = (guint) g_rand_int_range (rand, 0, (gint32) column->height + 1);
  return demand;
}

static void
name_place (const Column *column, guint place, guint level, char *name)
{
  if (column->kind == NUMBERS)
    g_snprintf (name, 16, "%d", (gint) place - 1); /* -1 has place 0, 1 place 2 */
  else
    name_node (column, column->kind == SUBTREES ? level : 0, place, name);
}

static gboolean
ask (DeidLattice *lattice, const Column *column, const Demand *demand, GError **error)
{
  char first[16], last[16];

  if (demand->kind == LEVELS)
    return deid_lattice_set_level_range (lattice, "q", demand->first, demand->last, error);
  name_place (column, demand->first, demand->first_level, first);
  name_place (column, demand->last, demand->last_level, last);
  return demand->kind == APART ? deid_lattice_keep_apart (lattice, "q", first, error)
                               : deid_lattice_keep_together (lattice, "q", first, last, error);
}

/* What a policy makes of the values: of each the number of its class, which is that of the first
 * value in it. */
typedef struct
{
  guint classes[MAX_VALUES + 1];
} Parts;

static gboolean
is_in_node (const Column *column, guint level, guint leaf, guint value)
{
  return column->groups[level][value] == column->groups[level][leaf];
}

static guint
count_in_node (const Column *column, guint level, guint leaf)
{
  guint n = 0;

  for (guint value = 0; value < column->n; value++)
    n += is_in_node (column, level, leaf, value) ? 1 : 0;
  return n;
}

static gboolean
is_apart (const Column *column, const Demand *demand, const Parts *parts)
{
  const guint front = column->kind == NUMBERS ? (demand->first + 1) / 2 : demand->first;

  if (column->kind == SUBTREES && column->has_missing)
    for (guint i = 0; i < column->n; i++)
      if (is_in_node (column, demand->first_level, demand->first, i)
          && parts->classes[i] == parts->classes[MISSING])
        return FALSE;
  for (guint i = 0; i < column->n; i++)
    for (guint j = 0; j < column->n; j++)
      {
        const gboolean is_between
            = column->kind == SUBTREES
                  ? is_in_node (column, demand->first_level, demand->first, i)
                        && !is_in_node (column, demand->first_level, demand->first, j)
                  : i < front && j >= front;

        if (is_between && parts->classes[i] == parts->classes[j])
          return FALSE;
      }
  return TRUE;
}

static gboolean
is_asked_for (const Column *column, const Demand *demand, guint value)
{
  if (column->kind == SUBTREES)
    return is_in_node (column, demand->first_level, demand->first, value)
           || is_in_node (column, demand->last_level, demand->last, value);
  if (column->kind == NUMBERS)
    return 2 * value >= demand->first && 2 * value <= demand->last;
  return value >= demand->first && value <= demand->last;
}

static gboolean
is_together (const Column *column, const Demand *demand, const Parts *parts)
{
  for (guint i = 0; i < column->n; i++)
    for (guint j = 0; j < column->n; j++)
      if (is_asked_for (column, demand, i) && is_asked_for (column, demand, j)
          && parts->classes[i] != parts->classes[j])
        return FALSE;
  return TRUE;
}

/* Tells whether the values of a class are those of a node. */
static gboolean
is_node (const Column *column, const Parts *parts, guint value, guint level)
{
  for (guint other = 0; other < column->n; other++)
    if ((parts->classes[other] == parts->classes[value])
        != is_in_node (column, level, value, other))
      return FALSE;
  return TRUE;
}

/* Finds the level of the label of a value: of those that the nodes with the values of its class
 * have the highest, but for one value alone the lowest. */
static gboolean
find_level (const Column *column, const Parts *parts, guint lowest, guint highest, guint value,
            guint *found)
{
  gboolean is_found = FALSE;

  for (guint level = lowest; level <= highest; level++)
    if (is_node (column, parts, value, level)
        && (!is_found || count_in_node (column, level, value) > 1))
      {
        *found = level;
        is_found = TRUE;
      }
  return is_found;
}

static void
get_range (const Column *column, const Demands *demands, guint *lowest, guint *highest)
{
  *lowest = 0;
  *highest = column->height;
  for (guint i = 0; i < demands->n; i++)
    if (demands->items[i].kind == LEVELS)
      {
        *lowest = demands->items[i].first;
        *highest = demands->items[i].last;
      }
}

/* Appends classes and levels, with which labels follow. Returns: whether a policy may do this. */
static gboolean
describe (const Column *column, const Demands *demands, Parts *parts, GString *text)
{
  guint lowest, highest, level = 0;

  get_range (column, demands, &lowest, &highest);
  if (column->kind == SUBTREES && highest < column->height)
    parts->classes[MISSING] = MISSING;
  for (guint i = 0; i < demands->n; i++)
    if ((demands->items[i].kind == APART && !is_apart (column, &demands->items[i], parts))
        || (demands->items[i].kind == TOGETHER && !is_together (column, &demands->items[i], parts)))
      return FALSE;
  for (guint value = 0; value < column->n; value++)
    {
      if (column->kind == SUBTREES && !find_level (column, parts, lowest, highest, value, &level))
        return FALSE;
      g_string_append_printf (text, "%u", parts->classes[value]);
      if (column->kind == SUBTREES)
        {
          char name[16];

          name_node (column, level, value, name);
          g_string_append_printf (text, "=%s", name);
        }
      g_string_append_c (text, ' ');
    }
  if (column->has_missing)
    g_string_append_printf (text, "%u", parts->classes[MISSING]);
  return TRUE;
}

/* Returns: (transfer full): what a policy makes of the table. */
static DeidPartition *
part (DeidProblem *problem, DeidLattice *lattice, const guint *levels)
{
  g_autoptr (DeidPolicy) policy
      = deid_policy_new (lattice, levels, deid_lattice_get_n_dimensions (lattice), NULL);
  g_autoptr (DeidResult) result = deid_problem_evaluate (problem, policy, NULL, NULL);
  DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);

  ck_assert_ptr_nonnull (partition);
  return deid_partition_ref (partition);
}

static void
read_parts (const Column *column, const DeidPartition *partition, Parts *parts)
{
  const guint n_rows = column->n + (column->has_missing ? 1 : 0);

  for (guint row = 0; row < n_rows; row++)
    for (guint other = row + 1; other-- > 0;)
      if (deid_partition_get_class (partition, other) == deid_partition_get_class (partition, row))
        parts->classes[row < column->n ? row : MISSING] = other < column->n ? other : MISSING;
}

static gboolean
next_policy (const DeidLattice *lattice, guint *levels)
{
  for (guint d = deid_lattice_get_n_dimensions (lattice); d-- > 0;)
    {
      guint lowest, highest;

      deid_lattice_get_level_range (lattice, d, &lowest, &highest);
      if (levels[d] < highest)
        {
          levels[d]++;
          return TRUE;
        }
      levels[d] = lowest;
    }
  return FALSE;
}

/* Appends classes and labels as a lattice gives them. */
static void
read_labels (const Column *column, const DeidPartition *partition, const Parts *parts,
             GString *text)
{
  for (guint value = 0; value < column->n; value++)
    {
      g_string_append_printf (text, "%u", parts->classes[value]);
      if (column->kind == SUBTREES)
        g_string_append_printf (
            text, "=%s",
            deid_partition_get_label (partition, deid_partition_get_class (partition, value), 0));
      g_string_append_c (text, ' ');
    }
  if (column->has_missing)
    g_string_append_printf (text, "%u", parts->classes[MISSING]);
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns: what the policies of a lattice make of the table, in order, each once: of those that
 * demands allow, or of all, as the lattice has it, where @demands is NULL. */
static char *
list_parts (const Column *column, DeidLattice *lattice, const Demands *demands)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  guint levels[4 * MAX_VALUES] = { 0 };

  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (1, NULL));
  for (guint d = 0; d < deid_lattice_get_n_dimensions (lattice); d++)
    deid_lattice_get_level_range (lattice, d, &levels[d], NULL);
  do
    {
      g_autoptr (DeidPartition) partition = part (problem, lattice, levels);
      g_autoptr (GString) text = g_string_new (NULL);
      Parts parts = { { 0 } };

      read_parts (column, partition, &parts);
      if (demands == NULL)
        read_labels (column, partition, &parts, text);
      else if (!describe (column, demands, &parts, text))
        continue;
      if (!g_ptr_array_find_with_equal_func (texts, text->str, g_str_equal, NULL))
        g_ptr_array_add (texts, g_strdup (text->str));
    }
  while (next_policy (lattice, levels));
  g_ptr_array_sort (texts, compare_texts);
  g_ptr_array_add (texts, NULL);
  return g_strjoinv ("\n", (char **) texts->pdata);
}

/* Tells whether a range begins at a level that has a label of its own for each value, and nothing
 * else is merged by all policies. */
static gboolean
has_nothing_to_merge (const Column *column, const Demands *demands)
{
  guint lowest, highest;

  get_range (column, demands, &lowest, &highest);
  for (guint leaf = 0; leaf < column->n; leaf++)
    if (count_in_node (column, lowest, leaf) > 1)
      return FALSE;
  for (guint i = 0; i < demands->n; i++)
    {
      guint n = 0;

      for (guint value = 0; value < column->n; value++)
        n += is_asked_for (column, &demands->items[i], value) ? 1 : 0;
      if (demands->items[i].kind == TOGETHER && n > 1)
        return FALSE;
    }
  return lowest > 0;
}

/* Asks a lattice for one thing more; what leaves no policy is refused, and changes nothing. */
static void
add_demand (const Column *column, DeidLattice *lattice, const Demand *demand, Demands *demands,
            guint *n_refused)
{
  g_autoptr (DeidLattice) whole = build_lattice (column);
  g_autofree char *left = NULL;
  gboolean is_possible;
  GError *error = NULL;

  demands->items[demands->n++] = *demand;
  left = list_parts (column, whole, demands);
  is_possible
      = left[0] != '\0' && (column->kind != SUBTREES || !has_nothing_to_merge (column, demands));
  ck_assert (ask (lattice, column, demand, &error) == is_possible);
  if (is_possible)
    return;
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "column 'q'", NULL);
  demands->n--;
  ++*n_refused;
}

START_TEST (filtered)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  const guint n_trials = count_trials (1500);
  guint n_refused = 0, n_limited = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidLattice) lattice = NULL, whole = NULL;
      g_autofree char *expected = NULL, *left = NULL;
      Demands demands = { .n = 0 };
      guint64 size, whole_size;
      Column column;

      do
        {
          g_clear_pointer (&whole, deid_lattice_unref);
          draw_column (&column, rand);
          whole = build_lattice (&column);
        }
      while (deid_lattice_get_n_dimensions (whole) == 0);
      lattice = build_lattice (&column);
      for (guint i = 0; i < 1 + trial % G_N_ELEMENTS (demands.items); i++)
        {
          const Demand demand = draw_demand (&column, rand);

          add_demand (&column, lattice, &demand, &demands, &n_refused);
        }
      expected = list_parts (&column, whole, &demands);
      left = list_parts (&column, lattice, NULL);
      ck_assert_str_eq (left, expected);
      ck_assert (deid_lattice_get_size (lattice, &size));
      ck_assert (deid_lattice_get_size (whole, &whole_size));
      ck_assert_uint_le (size, whole_size);
      n_limited += size < whole_size;
    }
  ck_assert_uint_gt (n_refused, n_trials / 20);
  ck_assert_uint_gt (n_limited, n_trials / 2);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("kept policies");
  TCase *cases = tcase_create ("kept policies");

  tcase_set_timeout (cases, 300);
  tcase_add_test (cases, filtered);
  suite_add_tcase (suite, cases);
  return suite;
}
