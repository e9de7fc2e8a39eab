/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any bytes as the file of a hierarchy: if it is read, each leaf has one label on each level,
 * labels are nested, and what is written reads back as the same hierarchy. */
#include "fuzz/fuzz.h"

#include <string.h>

static DeidHierarchy *
read_hierarchy (const char *text, gsize length, DeidCsvOptions *options, GError **error)
{
  g_autoptr (GInputStream) stream = fuzz_open_text (text, length);

  return deid_hierarchy_new_from_csv_stream (stream, "fuzz", options, NULL, error);
}

/* Checks the way from each leaf up by its places and by its labels, and that every label has a
 * leaf. */
static void
check_paths (const DeidHierarchy *hierarchy)
{
  const guint n_levels = deid_hierarchy_get_n_levels (hierarchy);
  const guint64 n_leaves = deid_hierarchy_get_n_leaves (hierarchy);
  g_autofree guint *places = g_new (guint, n_leaves);
  g_autofree const char **leaves = NULL;
  GError *error = NULL;
  gsize n;

  leaves = deid_hierarchy_list_labels (hierarchy, 0, &n, &error);
  assert_no_error (error);
  assert_quietly (n == n_leaves);
  for (guint leaf = 0; leaf < n_leaves; leaf++)
    places[leaf] = leaf;
  for (guint level = 0; level < n_levels; level++)
    {
      g_autofree const char **labels = deid_hierarchy_list_labels (hierarchy, level, &n, &error);
      g_autofree gboolean *is_met = g_new0 (gboolean, n);
      g_autoptr (GHashTable) distinct = g_hash_table_new (g_str_hash, g_str_equal);

      assert_quietly (n == deid_hierarchy_get_n_labels (hierarchy, level));
      for (gsize i = 0; i < n; i++)
        assert_quietly (g_hash_table_add (distinct, (gpointer) labels[i]));
      for (guint leaf = 0; leaf < n_leaves; leaf++)
        {
          g_autofree char *label = generalize (hierarchy, leaves[leaf], level);

          assert_quietly (places[leaf] < n);
          assert_quietly (strcmp (label, labels[places[leaf]]) == 0);
          is_met[places[leaf]] = TRUE;
          if (level + 1 < n_levels)
            places[leaf] = deid_hierarchy_get_parent (hierarchy, level, places[leaf]);
        }
      for (gsize i = 0; i < n; i++)
        assert_quietly (is_met[i]);
    }
}

static char *
write_hierarchy (DeidHierarchy *hierarchy, DeidCsvOptions *options, gsize *length)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GError *error = NULL;

  deid_hierarchy_write_csv_stream (hierarchy, stream, options, NULL, &error);
  assert_no_error (error);
  g_output_stream_close (stream, NULL, NULL);
  *length = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream));
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

FUZZ_TARGET (hierarchy)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  const char delimiter = ",;\t|"[fuzz_pick (fuzz, 4)];
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidHierarchy) again = NULL;
  g_autofree char *text = NULL, *written = NULL;
  GError *error = NULL;
  gsize length, length_again;

  if (fuzz_pick (fuzz, 2) == 1)
    deid_csv_options_set_delimiter (options, (guchar) delimiter, NULL);
  hierarchy = read_hierarchy ((const char *) fuzz->bytes, fuzz->n_bytes, options, &error);
  if (!fuzz_check_secret (hierarchy != NULL, &error))
    return;
  check_paths (hierarchy);
  text = write_hierarchy (hierarchy, options, &length);
  deid_csv_options_unref (options);
  options = deid_csv_options_new ();
  deid_csv_options_set_delimiter (options, ';', NULL);
  written = write_hierarchy (hierarchy, options, &length);
  again = read_hierarchy (written, length, options, &error);
  assert_no_error (error);
  g_free (text);
  text = write_hierarchy (again, options, &length_again);
  assert_quietly (length == length_again && memcmp (text, written, length) == 0);
}
