/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What each column became, and its share of the loss. */
#include "base/arrays.h"
#include "hierarchy/coarse-column.h"
#include "lattice/lattice-private.h"
#include "page/page-private.h"
#include "chart/html.h"
#include "table/dataset-view.h"
#include "page/page-words.h"

#define N_LABELS 10 /* shown of a column */

/* The part that a column has in the loss, where losses of columns are added up. */
static gboolean
get_weighted_loss (const DeidPageView *view, guint attribute, double *loss)
{
  const DeidQualityModel *quality = deid_problem_get_quality_model (view->problem);
  const DeidAggregate aggregate = deid_quality_model_get_aggregate (quality);

  if (!deid_quality_model_has_aggregate (quality)
      || (aggregate != DEID_AGGREGATE_ARITHMETIC_MEAN && aggregate != DEID_AGGREGATE_SUM)
      || !deid_partition_get_attribute_loss (view->partition, attribute, loss))
    return FALSE;
  *loss *= deid_quality_model_get_attribute_weight (
      quality, deid_lattice_get_attribute_name (view->lattice, attribute));
  return TRUE;
}

static double
sum_losses (const DeidPageView *view)
{
  double sum = 0, loss;

  for (guint a = 0; a < deid_lattice_get_n_attributes (view->lattice); a++)
    sum += get_weighted_loss (view, a, &loss) ? loss : 0;
  return sum;
}

/* Returns: (nullable): what became of the dates of a column, person by person. */
static const char *
get_time_words (const DeidPageView *view, guint column)
{
  switch (deid_dataset_get_column (view->table, column)->person_time)
    {
    case DEID_PERSON_TIME_SHIFTED:
      return "all dates of a person are shifted by the same secret number of days";
    case DEID_PERSON_TIME_RELATIVE:
      return "dates are days since the person's first date";
    case DEID_PERSON_TIME_ABSOLUTE:
    default:
      return NULL;
    }
}

/* Returns: what is released of a column, if not one number for each class. */
static const char *
get_release_words (const DeidPageView *view, guint column, DeidRole role)
{
  const DeidCoarsening *coarsening
      = deid_column_get_coarsening (deid_dataset_get_column (view->table, column));

  if (coarsening != NULL && coarsening->level > 0 && role == DEID_ROLE_SENSITIVE)
    return "released on a level of its hierarchy, on which it is judged";
  if (deid_page_get_pseudonym_words (view, column) != NULL)
    return deid_page_get_pseudonym_words (view, column);
  if (get_time_words (view, column) != NULL)
    return get_time_words (view, column);
  switch (role)
    {
    case DEID_ROLE_SENSITIVE:
    case DEID_ROLE_INSENSITIVE:
      return "released as it is";
    case DEID_ROLE_ENTITY:
      return "not released; marks which records belong to one person";
    case DEID_ROLE_WEIGHT:
      return "how many records a row stands for";
    case DEID_ROLE_SURVEY_WEIGHT:
      return "a survey weight, from which the population is estimated";
    case DEID_ROLE_QUASI_IDENTIFYING:
      return "released as labels, which may stand for several values";
    default:
      return "not released";
    }
}

/* Writes what stands in each record of a class, and for the custodian what that takes. */
static gboolean
write_class_number (const DeidPageView *view, guint column, const char *class_number,
                    GError **error)
{
  deid_html_add_format (view->html, "the %s of each group of records that look alike",
                        class_number);
  if (view->is_public)
    return TRUE;
  deid_html_add_raw (view->html, "; ");
  return deid_page_write_variance_lost (view, column, error);
}

static gboolean
write_role (const DeidPageView *view, guint column, DeidRole role, GError **error)
{
  const char *name = deid_dataset_get_column_name (view->table, column);
  const char *class_number = deid_page_get_class_number (view, name);
  DeidHtml *html = view->html;

  deid_html_add_raw (html, class_number == NULL ? get_release_words (view, column, role)
                                                : "released with one number for each group: ");
  if (class_number != NULL && !write_class_number (view, column, class_number, error))
    return FALSE;
  deid_page_write_bin_mean (view, name);
  if (role == DEID_ROLE_SENSITIVE)
    deid_html_add_raw (html, "; sensitive: nobody must learn it about a person");
  if (role == DEID_ROLE_INSENSITIVE)
    deid_html_add_raw (html, "; the custodian said that it does not help to recognise a person");
  return TRUE;
}

/* A local recoding has many labels: those that most records have tell more than the first ones. */
static gboolean
write_some_labels (const DeidPageView *view, guint attribute, const DeidDictionary *labels,
                   GError **error)
{
  if (deid_result_get_recoding (view->result) != DEID_RECODING_GLOBAL)
    return deid_page_write_used_labels (view, attribute, labels, N_LABELS, error);
  for (guint32 i = 0; i < MIN (labels->n, N_LABELS); i++)
    {
      deid_html_add_raw (view->html, i > 0 ? ", " : "");
      deid_page_write_label (view, attribute, deid_dictionary_get (labels, i));
    }
  return TRUE;
}

static gboolean
section_columns_write_labels (const DeidPageView *view, guint attribute, guint column,
                              GError **error)
{
  DeidHtml *html = view->html;
  gboolean success, has_missing;
  DeidDictionary labels;

  success = deid_released_labels_init (&labels, view, attribute, error);

  /* Neither side counts a missing value, which is an empty label. */
  has_missing = success && deid_dictionary_find (&labels, "", 0) != DEID_NO_CODE;
  deid_html_add_raw (html, "<td class=\"wide labels\">");
  success = success && write_some_labels (view, attribute, &labels, error);
  if (labels.n > N_LABELS)
    deid_html_add_format (html, " and %s more", DEID_COMMAS (labels.n - N_LABELS));
  deid_page_write_bin_mean (view, deid_dataset_get_column_name (view->table, column));
  deid_html_add_raw (html, "</td><td class=\"n\">");
  deid_figure_add_count (html, deid_dataset_get_n_distinct (view->table, column),
                         "columns.%u.distinct.before", column);
  deid_html_add_raw (html, " <span class=\"arrow\">&rarr;</span> ");
  deid_figure_add_count (html, labels.n - (has_missing ? 1 : 0), "columns.%u.distinct.after",
                         column);
  deid_html_add_raw (html, "</td>");
  deid_dictionary_clear (&labels);
  return success;
}

/* Such as: the date -> 10 years, as 1974-03-02 -> 1974-1983. */
static gboolean
write_change (const DeidPageView *view, guint attribute, guint column, GError **error)
{
  DeidHtml *html = view->html;
  const guint dimension = deid_lattice_get_first_dimension (view->lattice, attribute);
  const DeidHierarchy *hierarchy = deid_lattice_get_hierarchy (view->lattice, attribute);
  const char *value, *label;
  g_autofree char *words = NULL;
  guint level;

  if (deid_result_get_recoding (view->result) != DEID_RECODING_GLOBAL)
    {
      deid_page_write_local_change (view, attribute, column);
      return TRUE;
    }
  if (deid_lattice_has_cuts (view->lattice, attribute))
    return deid_page_write_cut_change (view, attribute, error);
  level = deid_policy_get_level (deid_result_get_policy (view->result), dimension);
  words = deid_hierarchy_describe_level (hierarchy, level, error);
  if (words == NULL || !deid_level_find_example (hierarchy, level, &value, &label, error))
    return FALSE;
  deid_html_add_raw (html, "<td class=\"word\">");
  deid_html_add_sentence (html, words);
  if (level > 0 && value != NULL && value[0] != '\0')
    {
      deid_html_add_raw (html, "<br><span class=\"note\">as ");
      deid_html_add_value (html, value);
      deid_html_add_raw (html, " <span class=\"arrow\">&rarr;</span> ");
      deid_page_write_label (view, attribute, label);
      deid_html_add_raw (html, "</span>");
    }
  deid_html_add_raw (html, "</td>");
  return TRUE;
}

/* Of a column without labels in the release: these only make the classes. */
static gboolean
section_columns_write_numbers (const DeidPageView *view, guint column, const char *class_number,
                               GError **error)
{
  DeidHtml *html = view->html;

  deid_html_add_raw (html, "<td class=\"word\">");
  if (!write_class_number (view, column, class_number, error))
    return FALSE;
  deid_html_add_format (html,
                        "<br><span class=\"note\">its labels form the groups, and its loss is the "
                        "loss of these labels</span></td><td class=\"wide labels\">numbers in "
                        "place of labels</td><td class=\"n\">%s</td>",
                        DEID_COMMAS (deid_dataset_get_n_distinct (view->table, column)));
  return TRUE;
}

static gboolean
write_release (const DeidPageView *view, guint attribute, guint column, GError **error)
{
  const char *class_number
      = deid_page_get_class_number (view, deid_dataset_get_column_name (view->table, column));

  return class_number != NULL
             ? section_columns_write_numbers (view, column, class_number, error)
             : write_change (view, attribute, column, error)
                   && section_columns_write_labels (view, attribute, column, error);
}

static void
section_columns_write_loss (const DeidPageView *view, guint attribute, guint column, double sum)
{
  DeidHtml *html = view->html;
  double loss;

  deid_html_add_raw (html, "<td class=\"n\">");
  if (deid_partition_get_attribute_loss (view->partition, attribute, &loss))
    deid_figure_add_number (html, loss, "columns.%u.loss", column);
  deid_html_add_raw (html, "</td><td class=\"n\">");
  if (get_weighted_loss (view, attribute, &loss) && sum > 0)
    {
      deid_html_add_format (html, "%s<span class=\"gauge\" aria-hidden=\"true\"><i style=\"width:",
                            DEID_PERCENT (loss / sum));
      deid_html_add_number (html, 100 * loss / sum, 3);
      deid_html_add_raw (html, "%\">&nbsp;</i></span>");
    }
  deid_html_add_raw (html, "</td>");
}

/* A quasi-identifier, and what it is sorted by. */
typedef struct
{
  guint attribute, column;
  double loss;
} AttributeRow;

static int
attribute_row_compare (const void *a, const void *b)
{
  const AttributeRow *row = a, *other = b;

  if (row->loss != other->loss)
    return row->loss > other->loss ? -1 : 1;
  return row->column < other->column ? -1 : 1;
}

static gboolean
section_columns_write_attribute (const DeidPageView *view, const AttributeRow *row, double sum,
                                 GError **error)
{
  deid_html_add_raw (view->html, "<tr><th scope=\"row\" class=\"word\">");
  deid_html_add_value (view->html, deid_dataset_get_column_name (view->table, row->column));
  if (get_time_words (view, row->column) != NULL)
    deid_html_add_format (view->html, "<br><span class=\"note\">%s</span>",
                          get_time_words (view, row->column));
  deid_html_add_raw (view->html, "</th>");
  if (!write_release (view, row->attribute, row->column, error))
    return FALSE;
  section_columns_write_loss (view, row->attribute, row->column, sum);
  deid_html_add_raw (view->html, "</tr>\n");
  return TRUE;
}

/* The columns that lose most come first. */
static gboolean
write_attributes (const DeidPageView *view, GError **error)
{
  const guint n = deid_lattice_get_n_attributes (view->lattice);
  const double sum = sum_losses (view);
  g_autofree AttributeRow *rows = NULL;
  guint n_rows = 0;

  if (!deid_new_arrays (error, DEID_NEW (rows, n)))
    return FALSE;
  for (guint c = 0; c < deid_dataset_get_n_columns (view->table); c++)
    {
      const guint a = deid_lattice_find_attribute_number (
          view->lattice, deid_dataset_get_column_name (view->table, c));
      AttributeRow row = { a, c, 0 };

      if (a == n)
        continue;
      if (!get_weighted_loss (view, a, &row.loss))
        deid_partition_get_attribute_loss (view->partition, a, &row.loss);
      rows[n_rows++] = row;
    }
  if (!deid_stopped_sort (rows, n_rows, sizeof *rows, attribute_row_compare,
                          DEID_STOP_OF (view->cancellable), error))
    return FALSE;
  deid_page_begin_table (view->html, TRUE);
  deid_html_add_raw (view->html,
                     "<th>Column</th><th>What it became</th><th>Its values in the release</th><th "
                     "class=\"n\">Different values</th><th class=\"n\">Its loss</th><th "
                     "class=\"n\">Share of the loss</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < n_rows; i++)
    if (!section_columns_write_attribute (view, &rows[i], sum, error))
      return FALSE;
  deid_page_end_table (view->html, 0);
  return TRUE;
}

static gboolean
section_columns_is_released (const DeidPageView *view, guint column)
{
  const DeidRole role = deid_dataset_get_role (view->table, column);

  return role == DEID_ROLE_SENSITIVE || role == DEID_ROLE_INSENSITIVE || role == DEID_ROLE_WEIGHT
         || role == DEID_ROLE_SURVEY_WEIGHT || deid_page_get_pseudonym_words (view, column) != NULL
         || deid_lattice_find_attribute_number (view->lattice,
                                                deid_dataset_get_column_name (view->table, column))
                < deid_lattice_get_n_attributes (view->lattice);
}

/* Columns by their roles: those that are released, or all others than quasi-identifiers. */
static gboolean
write_others (const DeidPageView *view, gboolean has_attributes, GError **error)
{
  gboolean is_open = FALSE;

  for (guint c = 0; c < deid_dataset_get_n_columns (view->table); c++)
    {
      const char *name = deid_dataset_get_column_name (view->table, c);
      const gboolean is_attribute = deid_lattice_find_attribute_number (view->lattice, name)
                                    < deid_lattice_get_n_attributes (view->lattice);

      if (has_attributes ? !section_columns_is_released (view, c) : is_attribute)
        continue;
      if (!is_open)
        deid_html_add_raw (view->html,
                           has_attributes ? "<ul>\n" : "<h3>All other columns</h3>\n<ul>\n");
      is_open = TRUE;
      deid_html_add_raw (view->html, "<li><strong>");
      deid_html_add_value (view->html, name);
      deid_html_add_raw (view->html, "</strong>: ");
      if (!write_role (view, c,
                       is_attribute ? DEID_ROLE_QUASI_IDENTIFYING
                                    : deid_dataset_get_role (view->table, c),
                       error))
        return FALSE;
      deid_html_add_raw (view->html, "</li>\n");
    }
  deid_html_add_raw (view->html, is_open ? "</ul>\n" : "");
  return TRUE;
}

/* Says how to read columns that no policy generalized. */
static void
write_recoding (const DeidPageView *view)
{
  const DeidRecodingKind recoding = deid_result_get_recoding (view->result);

  if (recoding == DEID_RECODING_LOCAL)
    deid_html_add_raw (view->html,
                       "<p>Each group of records that look alike has labels of its own. One column "
                       "has labels of several levels: a label can cover other labels, and ranges "
                       "can overlap. To count, use labels of a common higher level, not cells that "
                       "read the same. Rare records have coarser labels, such as <code>*</code>: "
                       "the values that these labels hide are not missing at random.</p>\n");
  if (recoding == DEID_RECODING_CELLS)
    deid_html_add_raw (
        view->html,
        "<p>Each cell of the quasi-identifiers is kept, or suppressed so that its record looks "
        "like others: then it reads <code>*</code>. Rare records have more suppressed cells: the "
        "values of these cells are not missing at random.</p>\n");
}

gboolean
deid_page_write_columns (DeidPageView *view, GError **error)
{
  gboolean success = TRUE;

  deid_page_begin_section (view, "columns", "What each column became");
  if (view->is_public)
    {
      deid_html_add_raw (
          view->html,
          "<p>A column by which a person could be recognised can be released with labels that "
          "stand for several values, such as 20&ndash;39 for an age of 27.</p>\n");
      write_recoding (view);
      success = write_others (view, TRUE, error);
    }
  else
    {
      deid_html_add_raw (
          view->html,
          "<p>These are the columns by which a person could be recognised, with those that add "
          "most to the loss first. <a href=\"#request\">What was asked</a> says how loss is "
          "measured.</p>\n");
      write_recoding (view);
      success = write_attributes (view, error) && write_others (view, FALSE, error);
    }
  deid_page_end_section (view);
  return success;
}
