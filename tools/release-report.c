/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release-report.h"

#include <math.h>
#include <sys/resource.h>

#include "base/text.h"
#include "report-json.h"
#include "report-layout.h"

/* Quasi-identifiers that a sentence names. */
#define MAX_NAMED 6

/* Columns that nobody gave a role, or that mark the person, are not released.
 * Returns: (transfer full): their names. */
static char **
list_withheld (DeidDataset *table, DeidDataset *release)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint c = 0; c < deid_dataset_get_n_columns (table); c++)
    {
      const char *name = deid_dataset_get_column_name (table, c);

      if (!deid_dataset_find_column (release, name, NULL, NULL))
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

void
add_withheld (JsonBuilder *builder, DeidDataset *table, DeidDataset *release)
{
  g_auto (GStrv) names = table != NULL ? list_withheld (table, release) : NULL;

  if (names != NULL)
    add_texts (builder, "columns_not_released", (const char *const *) names);
}

void
add_peak_memory (JsonBuilder *builder)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  add_count (builder, "peak_rss_bytes", (guint64) usage.ru_maxrss * 1024);
}

gboolean
add_risk_reports (JsonBuilder *builder, DeidReport *const reports[2], GError **error)
{
  static const char *const names[] = { "before", "after" };

  begin_object (builder, "risks");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (!add_report (builder, names[i], reports[i], error))
      return FALSE;
  json_builder_end_object (builder);
  return TRUE;
}

static gboolean
is_loss_share (const DeidProblem *problem)
{
  const DeidQualityModel *quality = deid_problem_get_quality_model (problem);

  return deid_quality_model_has_aggregate (quality)
         && deid_quality_model_get_aggregate (quality) != DEID_AGGREGATE_SUM;
}

const char *
show_loss (const DeidProblem *problem, double loss, char text[DEID_SHARE_SIZE])
{
  return is_loss_share (problem) && loss <= 1 ? show_share (loss, text) : show_number (loss, text);
}

/* Rounds to three significant digits, never up: a lower bound stays one. */
static double
round_down (double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  double rounded;

  g_ascii_formatd (digits, sizeof digits, "%.2e", value);
  rounded = g_ascii_strtod (digits, NULL);
  if (rounded > value)
    g_ascii_formatd (digits, sizeof digits, "%.2e",
                     rounded - pow (10, floor (log10 (rounded)) - 2));
  return rounded > value ? g_ascii_strtod (digits, NULL) : rounded;
}

/* Says how much less another policy could lose. */
static void
add_proof (GString *text, const DeidResult *result, const char *loss)
{
  static const char *const ends[]
      = { "", "The search reached its time limit. ", "The search reached its step limit. ",
          "A signal ended the search. " };
  const DeidProblem *problem = deid_result_get_problem ((DeidResult *) result);
  const double bound = deid_result_get_lower_bound (result);
  char least[DEID_SHARE_SIZE];

  g_string_append (text, ends[deid_result_get_termination (result)]);
  show_loss (problem, round_down (bound), least);
  if (deid_result_is_proven_optimal (result))
    g_string_append (text, "Proven optimal: no policy that meets the conditions loses less.");
  else if (!(bound > 0))
    g_string_append (text, "Not proven optimal, and no lower bound is known.");
  else if (deid_result_has_local_bound (result))
    g_string_append_printf (text, "Any recoding with such labels loses at least %s.", least);
  else
    g_string_append_printf (text, "Not proven optimal: any solution loses at least %s%s.", least,
                            g_str_equal (least, loss) ? ", which is less before rounding" : "");
}

static void
print_loss (DeidResult *result, AnswerKind kind)
{
  static const char *const leads[] = { [ANSWER_SEARCHED] = "Released:  ",
                                       [ANSWER_STATED] = "Released:  ",
                                       [ANSWER_EVALUATED] = "Evaluated: ",
                                       [ANSWER_AS_IS] = "Measured:  " };
  const DeidProblem *problem = deid_result_get_problem (result);
  const guint64 n_records
      = deid_dataset_get_n_records (deid_lattice_get_dataset (deid_problem_get_lattice (problem)));
  g_autoptr (GString) text = g_string_new (NULL);
  char loss[DEID_SHARE_SIZE];

  show_loss (problem, deid_result_get_loss (result), loss);
  if (kind == ANSWER_AS_IS)
    {
      g_string_append_printf (
          text,
          "all %" G_GUINT64_FORMAT
          " records, with the original values of the quasi-identifiers. No table is written.",
          n_records);
      print_paragraph (leads[kind], text->str, STYLE_PLAIN);
      return;
    }
  if (kind == ANSWER_EVALUATED)
    g_string_append (text, "this policy would release ");
  g_string_append_printf (text, "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records, %s",
                          n_records - deid_result_get_n_suppressed (result), n_records,
                          kind == ANSWER_EVALUATED ? "with " : "");
  g_string_append_printf (
      text, g_str_has_suffix (loss, "%") ? "%s of the detail lost" : "a loss of %s", loss);
  if (deid_problem_get_group_weight (problem, 0, NULL, NULL, NULL))
    g_string_append (text, ", weighted by groups");
  g_string_append (text, ". ");
  if (kind == ANSWER_SEARCHED)
    add_proof (text, result, loss);
  else
    g_string_append_printf (text, "No other policy was tried%s.",
                            kind == ANSWER_EVALUATED ? ", and no table is written" : "");
  print_paragraph (leads[kind], text->str, STYLE_PLAIN);
}

/* Adds the names of the quasi-identifiers, or their number if they are many. */
static void
add_attributes (GString *text, const DeidLattice *lattice)
{
  const guint n = deid_lattice_get_n_attributes (lattice);

  if (n > MAX_NAMED)
    g_string_append_printf (text, "labels in all %u quasi-identifiers", n);
  for (guint a = 0; a < n && n <= MAX_NAMED; a++)
    {
      g_autofree char *name = deid_text_escape (deid_lattice_get_attribute_name (lattice, a));

      g_string_append_printf (text, "%s%s", a == 0 ? "" : a + 1 < n ? ", " : " and ", name);
    }
}

/* What the smallest class promises. Its records are alike in the quasi-identifiers, so that an
 * attacker who knows only these cannot tell them apart. */
static void
add_guarantee (GString *text, const DeidLattice *lattice, const DeidReport *risks,
               gboolean counts_persons, gboolean is_released)
{
  const char *other = counts_persons ? "person" : "record";
  guint64 size;

  if (!deid_report_get_count (risks, "classes.smallest", &size) || size == 0)
    {
      g_string_append (text, "No record is released.");
      return;
    }
  g_string_append_printf (text, "%s %s%s", size > 1 ? "Every" : "Some",
                          is_released ? "released " : "",
                          size > 1 ? "record has the same " : "records have ");
  if (size < 2 && deid_lattice_get_n_attributes (lattice) <= MAX_NAMED)
    g_string_append (text, "values of ");
  add_attributes (text, lattice);
  if (size > 1)
    g_string_append_printf (text, " as %sat least %" G_GUINT64_FORMAT " other %s%s.",
                            counts_persons ? "records of " : "", size - 1, other,
                            size == 2 ? "" : "s");
  else
    g_string_append_printf (text,
                            " that no %s has: an attacker who knows these values of a person can "
                            "find the record.",
                            counts_persons ? "record of another person" : "other record");
}

/* The sentence on the smallest class promises no less than k-anonymity. */
static void
print_protection (const DeidProblem *problem, const DeidReport *risks, gboolean is_released)
{
  guint64 size;
  const char *counted = deid_report_get_text (risks, "classes.sizes_count");
  const gboolean counts_persons = g_strcmp0 (counted, "persons") == 0;
  g_autoptr (GString) text = g_string_new (NULL);

  add_guarantee (text, deid_problem_get_lattice (problem), risks, counts_persons, is_released);
  for (guint m = 0; m < deid_problem_get_n_privacy_models (problem); m++)
    {
      DeidPrivacyModel *model = deid_problem_get_privacy_model (problem, m);
      g_autofree char *name = deid_privacy_model_to_specification (model);
      g_autofree char *words = deid_privacy_model_describe (model, counts_persons, FALSE);
      g_autofree char *shown = deid_text_escape (words);

      if (!g_str_has_prefix (name, "k:") && !g_str_equal (name, "persons:1"))
        g_string_append_printf (text, " %s.", shown);
    }
  print_paragraph (!is_released && deid_report_get_count (risks, "classes.smallest", &size)
                           && size == 1
                       ? "Exposed:   "
                       : "Protected: ",
                   text->str, STYLE_PLAIN);
}

void
print_answer (DeidResult *result, const DeidReport *risks, AnswerKind kind)
{
  print_loss (result, kind);
  print_protection (deid_result_get_problem (result), risks, kind != ANSWER_AS_IS);
}

void
print_release (DeidDataset *table, DeidDataset *release, DeidOutputSet *outputs, AnswerKind kind)
{
  const char *digest = deid_output_set_get_release_sha256 (outputs);
  g_auto (GStrv) names = table != NULL ? list_withheld (table, release) : NULL;
  g_autofree char *joined
      = names != NULL ? g_strjoinv (", ", names)
                      : g_strdup ("all columns of the table in the engine but those above");
  g_autofree char *columns = deid_text_escape (joined);

  print_paragraph (kind == ANSWER_AS_IS ? "Not measured: " : "Not released: ",
                   columns[0] != '\0' ? columns : "none", STYLE_PLAIN);
  if (kind != ANSWER_AS_IS)
    print_paragraph ("Verified:     ",
                     kind == ANSWER_EVALUATED
                         ? "separate code checked the table that would be released"
                         : "separate code checked the released table",
                     STYLE_PLAIN);
  if (digest != NULL)
    print_paragraph ("SHA-256:      ", digest, STYLE_PLAIN);
  else if (table != NULL && (kind == ANSWER_SEARCHED || kind == ANSWER_STATED))
    print_paragraph ("Written:      ", "no table", STYLE_PLAIN);
}

gboolean
print_report_text (const DeidReport *report, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = report != NULL ? deid_report_to_text (report, cancellable, error) : NULL;

  if (text != NULL)
    g_print ("\n%s", text);
  return text != NULL || report == NULL;
}

/* What the table of risks shows, where one of the reports has it. */
typedef struct
{
  const char *label; /* the threshold takes the place of %s */
  const char *path;
  gboolean needs_population; /* else it says the same as another one */
} RiskRow;

static const RiskRow risk_rows[] = {
  { "Highest risk of a record", "prosecutor.highest", FALSE },
  { "Average risk of a record", "prosecutor.mean", FALSE },
  { "Records with a risk above %s", "prosecutor.records_above_threshold", FALSE },
  { "Records unique by the quasi-identifiers", "unique", FALSE },
  { "Records unique by everything released", "unique_by_release.all", FALSE },
  { "Average risk of a person in a class", "by_person.average_risk", FALSE },
  { "Persons in a class with a risk above %s", "by_person.persons_above_threshold", FALSE },
  { "Persons alone in a class", "by_person.unique_persons", FALSE },
  { "Persons alone by two linked records", "linked.alone[1].persons", FALSE },
  { "Persons alone by all linked records", "linked.alone_by_all", FALSE },
  { "Highest risk in the population", "journalist.highest", TRUE },
  { "Average risk in the population", "journalist.mean", TRUE },
  { "Records with a risk there above %s", "journalist.records_above_threshold", TRUE },
  { "Records unique in the population", "population_unique", TRUE },
  { "Records that match nobody there", "unmatched", TRUE },
  { "People in the population", "population_size", FALSE },
  { "Unique there, estimated by Pitman", "estimated_uniques.pitman", FALSE },
  { "Unique there, estimated by Zayatz", "estimated_uniques.zayatz", FALSE },
  { "Unique there, estimated by SNB", "estimated_uniques.snb", FALSE },
  { "Unique there, estimated by Dankar", "estimated_uniques.dankar", FALSE },
};

/* Returns: (transfer full): a figure, a risk in per cent, or `-`. */
static char *
show_figure (const DeidReport *report, const char *path)
{
  char text[DEID_SHARE_SIZE];
  guint64 count;
  double number;

  if (deid_report_get_count (report, path, &count))
    return g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  if (!deid_report_get_number (report, path, &number))
    return g_strdup ("-");
  return g_strdup (g_str_has_prefix (path, "estimated") ? show_number (number, text)
                                                        : show_share (number, text));
}

static void
add_risk_row (GPtrArray *rows, const RiskRow *row, const DeidReport *before,
              const DeidReport *after)
{
  char threshold[DEID_SHARE_SIZE];
  g_auto (GStrv) cells = g_new0 (char *, 4), label = NULL;
  double number = 0;
  guint64 n;

  if (row->needs_population && !deid_report_get_count (after, "population", &n))
    return;
  deid_report_get_number (after, "threshold", &number);
  label = g_strsplit (row->label, "%s", -1);
  /* A limit has all the digits that were set. */
  deid_number_to_text (100 * number, 15, threshold);
  g_strlcat (threshold, " %", sizeof threshold);
  cells[0] = g_strjoinv (threshold, label);
  cells[1] = before != NULL ? show_figure (before, row->path) : g_strdup ("");
  cells[2] = show_figure (after, row->path);
  if (g_str_equal (cells[2], "-") && (before == NULL || g_str_equal (cells[1], "-")))
    return;
  g_ptr_array_add (rows, g_steal_pointer (&cells));
}

void
print_risk_reports (const DeidReport *before, const DeidReport *after)
{
  const char *const headings[]
      = { "", before != NULL ? "before" : "", before != NULL ? "after" : "value", NULL };
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  print_heading ("Risk: how likely an attacker finds the record of a person", STYLE_BOLD);
  print_paragraph ("",
                   "Unless a row says otherwise, the attacker knows only that the person is in the "
                   "table, and the person's quasi-identifiers.",
                   STYLE_PLAIN);
  g_ptr_array_add (rows, g_strdupv ((char **) headings));
  for (guint i = 0; i < G_N_ELEMENTS (risk_rows); i++)
    add_risk_row (rows, &risk_rows[i], before, after);
  print_rows (rows, "lrr");
}
