/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "microaggregation-report.h"

#include "problem.h"
#include "report-json.h"
#include "report-layout.h"
#include "settings.h"

/* What is told of a column. */
typedef void (*TellFunc) (const char *column, DeidMicroaggregation method, double squared_error,
                          double share, gpointer data);

static gboolean
tell_all (DeidResult *result, TellFunc tell, gpointer data, GCancellable *cancellable,
          GError **error)
{
  const DeidDataset *table = get_table (deid_result_get_problem (result));
  g_autoptr (DeidReleaseOptions) options = deid_job_make_release_options (get_settings (), error);

  for (guint c = 0; options != NULL && c < deid_dataset_get_n_columns (table); c++)
    {
      const char *name = deid_dataset_get_column_name (table, c);
      const DeidMicroaggregation method = deid_release_options_get_microaggregation (options, name);
      double squared_error, share;

      if (method == DEID_MICROAGGREGATION_NONE)
        continue;
      if (!deid_result_measure_microaggregation (result, options, name, &squared_error, &share,
                                                 cancellable, error))
        return FALSE;
      tell (name, method, squared_error, share, data);
    }
  return options != NULL;
}

static const char *
get_method_name (DeidMicroaggregation method)
{
  return method == DEID_MICROAGGREGATION_MEAN ? "mean" : "median";
}

/* The member begins with the first column. */
typedef struct
{
  JsonBuilder *builder;
  gboolean is_begun;
} Member;

static void
add_column (const char *column, DeidMicroaggregation method, double squared_error, double share,
            gpointer data)
{
  Member *member = data;
  JsonBuilder *builder = member->builder;

  if (!member->is_begun)
    {
      begin_array (builder, "microaggregation");
    }
  member->is_begun = TRUE;
  json_builder_begin_object (builder);
  add_text (builder, "column", column);
  add_text (builder, "method", get_method_name (method));
  add_number (builder, "mean_squared_error", squared_error);
  add_number (builder, "share_of_variance", share);
  json_builder_end_object (builder);
}

gboolean
add_microaggregation (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable,
                      GError **error)
{
  Member member = { .builder = builder };

  if (!tell_all (result, add_column, &member, cancellable, error))
    return FALSE;
  if (member.is_begun)
    json_builder_end_array (builder);
  return TRUE;
}

static void
add_words (const char *column, DeidMicroaggregation method, double squared_error, double share,
           gpointer words)
{
  char lost[DEID_SHARE_SIZE];

  (void) squared_error;
  g_hash_table_insert (
      words, g_strdup (column),
      g_strdup_printf ("the %s of each class in its place; %s of the variance lost",
                       get_method_name (method), show_share (share, lost)));
}

GHashTable *
describe_microaggregation (DeidResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  return tell_all (result, add_words, words, cancellable, error) ? g_steal_pointer (&words) : NULL;
}
