/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A generalization hierarchy says what a value becomes on each level: level 0 is the value, and
 * labels grow coarser from level to level. */
#include "support/lesson.h"

/* A builder takes a row for each value: 3 leaves, 2 labels on level 1, 1 on level 2. */
START_TEST (test_builder)
{
  static const char *const rows[][4]
      = { { "31", "30s", "*", NULL }, { "34", "30s", "*", NULL }, { "47", "40s", "*", NULL } };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("age");
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], NULL));
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), 3);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 3);
  ck_assert_uint_eq (deid_hierarchy_get_n_labels (hierarchy, 1), 2);
  assert_generalizes (hierarchy, "34", 1, "30s");
}

/* A file or a stream has the same rows. */
START_TEST (test_file)
{
  const char *rows = "31,30s,*\n34,30s,*\n";
  const char *path = write_file ("age.csv", rows, -1);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (rows, -1, NULL);
  g_autoptr (DeidHierarchy) of_file = deid_hierarchy_new_from_csv_file (path, NULL, NULL, NULL);
  g_autoptr (DeidHierarchy) of_stream
      = deid_hierarchy_new_from_csv_stream (stream, "age", NULL, NULL, NULL);
  gsize n_labels;
  g_autofree const char **labels = deid_hierarchy_list_labels (of_file, 1, &n_labels, NULL);

  assert_generalizes (of_file, "31", 2, "*");
  assert_generalizes (of_stream, "31", 1, "30s");
  ck_assert_uint_eq (n_labels, 1);
  ck_assert_str_eq (labels[0], "30s");
}

/* A rule makes labels of whatever values there are: here the first 2 characters, then none. Bound
 * to a column, it has a table of labels; other values are labelled all the same. */
START_TEST (test_rule)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("zip\n0212\n0213\n0345");
  g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_from_specification ("prefix:2", NULL);
  g_autoptr (DeidHierarchy) bound = deid_hierarchy_bind (rule, dataset, "zip", NULL, NULL);

  ck_assert_uint_eq (deid_hierarchy_get_n_levels (rule), 3);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (rule), 0);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (bound), 3);
  ck_assert_uint_eq (deid_hierarchy_get_n_labels (bound, 1), 2);
  assert_generalizes (bound, "0213", 1, "02**");
  assert_generalizes (bound, "9999", 1, "99**");
}

/* The shortest rule suppresses: level 0 is the value, and level 1 is `*`. */
START_TEST (test_suppression)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autofree char *rule = specify (hierarchy);

  assert_generalizes (hierarchy, "anything", 0, "anything");
  assert_generalizes (hierarchy, "anything", 1, "*");
  ck_assert_str_eq (rule, "suppress");
}

/* What is alike on a level is alike on all above: 30s cannot be both young and old. */
START_TEST (test_error)
{
  static const char *const rows[][4]
      = { { "31", "30s", "young", NULL }, { "39", "30s", "old", NULL } };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("age");
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  GError *error = NULL;

  if (deid_hierarchy_builder_add_row (builder, rows[0], &error)
      && deid_hierarchy_builder_add_row (builder, rows[1], &error))
    hierarchy = deid_hierarchy_builder_build (builder, &error);
  ck_assert_ptr_null (hierarchy);
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "age", NULL);
}

LESSON (hierarchy, test_builder, test_file, test_rule, test_suppression, test_error)
