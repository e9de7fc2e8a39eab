/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-release.h"

#include <string.h>

#include "base/portable-math.h"
#include "base/rational.h"
#include "release/bin-means.h"
#include "release/origin.h"
#include "support/suite.h"
#include "problem/release-options-private.h"
#include "table/dataset-private.h"

#define MAX_COLUMNS 10

/* What a column of the release holds of the rows of the table. */
typedef struct
{
  char *name;
  const DeidColumn *source;
  gboolean is_labelled; /* or computed */
  DeidRole role;
  DeidColumnType type;
  char **texts;       /* owned */
  gboolean *replaced; /* whether something stands in place of the text for suppression */
} PlainColumn;

typedef struct
{
  DeidPartition *partition;
  DeidReleaseOptions *options;
  DeidDataset *dataset;
  PlainColumn columns[MAX_COLUMNS];
  guint n_columns;
  guint32 *rows; /* of the table, in the order of the release */
  guint n_rows;
  guint *starts; /* where those of each row of the release begin, and where the last end */
  guint n;
} Plain;

static PlainColumn *
add_column (Plain *plain, const DeidColumn *source, DeidRole role, DeidColumnType type)
{
  PlainColumn *column = &plain->columns[plain->n_columns++];

  g_assert (plain->n_columns <= MAX_COLUMNS);
  *column = (PlainColumn){ .name = g_strdup (source->name),
                           .source = source,
                           .role = role,
                           .type = type,
                           .texts = g_new0 (char *, plain->dataset->n_rows),
                           .replaced = g_new0 (gboolean, plain->dataset->n_rows) };
  return column;
}

static gboolean
is_suppressed (const Plain *plain, guint64 row)
{
  return deid_partition_is_suppressed (plain->partition,
                                       deid_partition_get_class (plain->partition, row));
}

static void
add_values (Plain *plain, const DeidColumn *source)
{
  PlainColumn *column = add_column (plain, source, source->role, source->type);

  for (guint64 row = 0; row < plain->dataset->n_rows; row++)
    {
      column->replaced[row] = is_suppressed (plain, row) && source->role == DEID_ROLE_SENSITIVE;
      if (!column->replaced[row])
        column->texts[row] = g_strdup (deid_column_get (source, row));
    }
}

static void
add_labels (Plain *plain, const DeidColumn *source, guint attribute)
{
  PlainColumn *column
      = add_column (plain, source, DEID_ROLE_QUASI_IDENTIFYING, DEID_COLUMN_TYPE_TEXT);

  column->is_labelled = TRUE;
  for (guint64 row = 0; row < plain->dataset->n_rows; row++)
    {
      column->replaced[row] = is_suppressed (plain, row);
      column->texts[row] = g_strdup (
          column->replaced[row]
              ? "*"
              : deid_partition_get_label (
                  plain->partition, deid_partition_get_class (plain->partition, row), attribute));
    }
}

static void
add_numbers (Plain *plain, const DeidColumn *source, gboolean is_attribute, gboolean are_means)
{
  PlainColumn *column
      = add_column (plain, source, is_attribute ? DEID_ROLE_QUASI_IDENTIFYING : source->role,
                    DEID_COLUMN_TYPE_DECIMAL);
  DeidBinMeans means;

  if (are_means)
    {
      g_free (column->name);
      column->name = g_strconcat (source->name, "_mean", NULL);
    }
  assert_quietly (deid_bin_means_init (&means, plain->partition, plain->options, source->name,
                                       DEID_STOP_NEVER, NULL));
  for (guint64 row = 0; row < plain->dataset->n_rows; row++)
    {
      char text[DEID_DECIMAL_SIZE];
      double number;

      column->replaced[row] = is_suppressed (plain, row);
      if (!deid_bin_means_get (&means, deid_partition_get_class (plain->partition, row), &number)
          || (!is_attribute && deid_column_get (source, row) == NULL))
        continue;
      deid_double_to_decimal (number, text);
      column->texts[row] = g_strdup (text);
    }
  deid_bin_means_clear (&means);
}

static void
add_columns (Plain *plain)
{
  for (guint c = 0; c < plain->dataset->n_columns; c++)
    {
      const DeidColumn *source = &plain->dataset->columns[c];
      guint attribute = 0;
      gboolean is_attribute;

      while (attribute < deid_partition_get_n_attributes (plain->partition)
             && !g_str_equal (deid_partition_get_attribute_name (plain->partition, attribute),
                              source->name))
        attribute++;
      is_attribute = attribute < deid_partition_get_n_attributes (plain->partition);
      if (!is_attribute && source->role != DEID_ROLE_SENSITIVE
          && source->role != DEID_ROLE_INSENSITIVE && source->role != DEID_ROLE_WEIGHT)
        continue;
      if (deid_release_options_get_microaggregation (plain->options, source->name)
          != DEID_MICROAGGREGATION_NONE)
        add_numbers (plain, source, is_attribute, FALSE);
      else if (is_attribute)
        add_labels (plain, source, attribute);
      else
        add_values (plain, source);
      if (deid_release_options_get_bin_mean (plain->options, source->name) != DEID_BIN_MEAN_NONE)
        add_numbers (plain, source, TRUE, TRUE);
    }
}

/* Missing texts come first, and what is replaced behind all texts. */
static int
compare_written (const Plain *plain, guint32 a, guint32 b)
{
  int order = 0;

  for (guint c = 0; order == 0 && c < plain->n_columns; c++)
    {
      const PlainColumn *column = &plain->columns[c];

      if (column->role == DEID_ROLE_WEIGHT)
        continue;
      order = column->replaced[a] - column->replaced[b];
      if (order == 0 && !column->replaced[a])
        order = g_strcmp0 (column->texts[a], column->texts[b]);
    }
  return order;
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  const int order = compare_written (data, x, y);

  return order != 0 ? order : (x > y) - (x < y);
}

static void
choose_rows (Plain *plain)
{
  const gboolean keeps_order = plain->options->keep_order;
  const gboolean has_weights = plain->dataset->weight_column != DEID_NO_COLUMN;

  plain->rows = g_new0 (guint32, plain->dataset->n_rows);
  plain->starts = g_new0 (guint, plain->dataset->n_rows + 1);
  for (guint32 row = 0; row < plain->dataset->n_rows; row++)
    if (plain->options->keep_suppressed || !is_suppressed (plain, row))
      plain->rows[plain->n_rows++] = row;
  if (has_weights || !keeps_order)
    g_qsort_with_data (plain->rows, (gint) plain->n_rows, sizeof *plain->rows, compare_rows, plain);
  for (guint i = 0; i < plain->n_rows; i++)
    if (i == 0 || !has_weights || compare_written (plain, plain->rows[i - 1], plain->rows[i]) != 0)
      plain->starts[plain->n++] = i;
  plain->starts[plain->n] = plain->n_rows;
}

static int
compare_firsts (gconstpointer a, gconstpointer b, gpointer data)
{
  const Plain *plain = data;
  const guint32 x = plain->rows[plain->starts[*(const guint *) a]];
  const guint32 y = plain->rows[plain->starts[*(const guint *) b]];

  return (x > y) - (x < y);
}

/* Durstenfeld's, with numbers of which too high ones are drawn again. */
static void
shuffle (guint *order, guint n, guint64 seed)
{
  DeidRandom random = { .state = seed };

  for (guint64 i = n; i > 1; i--)
    {
      guint64 number;
      guint taken;

      do
        number = deid_random_next (&random);
      while (number >= G_MAXUINT64 - G_MAXUINT64 % i);
      taken = order[number % i];
      order[number % i] = order[i - 1];
      order[i - 1] = taken;
    }
}

/* Returns: the rows of the release in their order. */
static guint *
order_rows (Plain *plain)
{
  guint *order = g_new (guint, plain->n + 1);

  for (guint i = 0; i < plain->n; i++)
    order[i] = i;
  if (plain->options->keep_order)
    g_qsort_with_data (order, (gint) plain->n, sizeof *order, compare_firsts, plain);
  else
    shuffle (order, plain->n, plain->options->seed);
  return order;
}

static void
append (DeidColumn *written, const PlainColumn *column, const Plain *plain, guint i)
{
  const char *text = column->texts[plain->rows[plain->starts[i]]];
  char number[32];
  guint64 weight = 0;

  if (column->role == DEID_ROLE_WEIGHT)
    {
      for (guint s = plain->starts[i]; s < plain->starts[i + 1]; s++)
        weight += deid_dataset_get_weight (plain->dataset, plain->rows[s]);
      g_snprintf (number, sizeof number, "%" G_GUINT64_FORMAT, weight);
      text = number;
    }
  assert_quietly (text != NULL ? deid_column_append (written, text, strlen (text), NULL)
                               : deid_column_append_missing (written, NULL));
}

static void
check_codes (const DeidColumn *released, const DeidColumn *written)
{
  assert_quietly (released->codes.n == written->codes.n);
  assert_quietly (released->codes.width == written->codes.width);
  assert_quietly (
      memcmp (released->codes.data, written->codes.data, written->codes.n * written->codes.width)
      == 0);
  assert_quietly (released->dictionary.n == written->dictionary.n);
  assert_quietly (released->dictionary.missing == written->dictionary.missing);
  assert_quietly (released->dictionary.n_bytes == written->dictionary.n_bytes);
  assert_quietly (
      memcmp (released->dictionary.bytes, written->dictionary.bytes, written->dictionary.n_bytes)
      == 0);
  for (guint32 code = 0; code < written->dictionary.n; code++)
    {
      const char *text = deid_dictionary_get (&written->dictionary, code);

      assert_quietly (g_strcmp0 (deid_dictionary_get (&released->dictionary, code), text) == 0);
      assert_quietly (text == NULL
                      || deid_dictionary_find (&released->dictionary, text, strlen (text)) == code);
    }
}

static void
check_column (const Plain *plain, const PlainColumn *column, const DeidColumn *released,
              const guint *order)
{
  DeidColumn written;

  assert_quietly (deid_column_init (&written, column->name, NULL));
  for (guint i = 0; i < plain->n; i++)
    append (&written, column, plain, order[i]);
  assert_quietly (g_str_equal (released->name, column->name));
  assert_quietly (released->role == column->role && released->type == column->type);
  assert_quietly (g_strcmp0 (released->format, column->is_labelled ? NULL : column->source->format)
                  == 0);
  check_codes (released, &written);
  deid_column_clear (&written);
}

static void
check_rows (const Plain *plain, DeidDataset *release, const guint *order)
{
  for (guint i = 0; i < plain->n; i++)
    {
      const guint start = plain->starts[order[i]], end = plain->starts[order[i] + 1];
      guint64 n_sources;
      const guint32 *sources = deid_released_rows_get (&release->origin->rows, i, &n_sources);

      assert_quietly (n_sources == end - start);
      assert_quietly (memcmp (sources, plain->rows + start, n_sources * sizeof *sources) == 0);
      assert_quietly (deid_dataset_is_suppressed (release, i) == is_suppressed (plain, *sources));
    }
}

void
plain_release_check (DeidResult *result, DeidReleaseOptions *options)
{
  Plain plain = { .partition = deid_result_get_partition (result, NULL, NULL),
                  .options = options,
                  .dataset = result->problem->lattice->dataset };
  g_autoptr (DeidDataset) release = NULL;
  g_autofree guint *order = NULL;
  GError *error = NULL;

  release = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  add_columns (&plain);
  choose_rows (&plain);
  order = order_rows (&plain);
  assert_quietly (release->n_rows == plain.n && release->n_columns == plain.n_columns);
  check_rows (&plain, release, order);
  for (guint c = 0; c < plain.n_columns; c++)
    {
      check_column (&plain, &plain.columns[c], &release->columns[c], order);
      for (guint64 row = 0; row < plain.dataset->n_rows; row++)
        g_free (plain.columns[c].texts[row]);
      g_free (plain.columns[c].texts);
      g_free (plain.columns[c].replaced);
      g_free (plain.columns[c].name);
    }
  g_free (plain.rows);
  g_free (plain.starts);
}
