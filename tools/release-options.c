/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release-options.h"

#include "messages.h"
#include "option-values.h"
#include "settings.h"

static char *opt_audience, *opt_report_threshold, *opt_population_size, *opt_attribute_risks,
    *opt_choose, *opt_groups;
static char *opt_evaluate, *opt_predict;
static char *opt_minimum_bin, *opt_left_out;
static char **opt_bin_means, **opt_microaggregates;
static gboolean opt_keep_suppressed, opt_keep_order, opt_explain, opt_distortion, opt_utility,
    opt_bias;

const GOptionEntry release_entries[] = {
  { "choose", 0, 0, G_OPTION_ARG_STRING, &opt_choose,
    "release by the alternative with this number, counted from 0, of a bisecting or directed "
    "search (by that of the least loss)",
    "N" },
  { "keep-suppressed", 0, 0, G_OPTION_ARG_NONE, &opt_keep_suppressed,
    "keep suppressed records as place holders, with their insensitive columns", NULL },
  { "keep-order", 0, 0, G_OPTION_ARG_NONE, &opt_keep_order,
    "keep the order of the rows, which links them to the input", NULL },
  { "bin-mean", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_bin_means,
    "release beside each label of a column of numbers the mean of its values, in the table or "
    "in the class (table)",
    "COLUMN[=table|class]" },
  { "microaggregate", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_microaggregates,
    "release the mean or median of its class in place of each value of a column of numbers",
    "COLUMN=mean|median" },
  { "minimum-bin", 0, 0, G_OPTION_ARG_STRING, &opt_minimum_bin,
    "how many records a bin has at least whose mean is released (5)", "N" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

const GOptionEntry report_entries[] = {
  { "evaluate", 0, 0, G_OPTION_ARG_STRING, &opt_evaluate,
    "search nothing: say what becomes of the table under a policy such as zip:2,age:1", "POLICY" },
  { "audience", 0, 0, G_OPTION_ARG_STRING, &opt_audience,
    "whom the page of --report is for (custodian)", "custodian|public" },
  { "explain", 0, 0, G_OPTION_ARG_NONE, &opt_explain,
    "say which policies next to the optimum would have been better, and what blocks them", NULL },
  { "report-threshold", 0, 0, G_OPTION_ARG_STRING, &opt_report_threshold,
    "a risk above which the report counts a record as at risk (0.2)", "R" },
  { "population-size", 0, 0, G_OPTION_ARG_STRING, &opt_population_size,
    "people that the table is a sample of, or the name of a region: report how many are unique",
    "N" },
  { "attribute-risks", 0, 0, G_OPTION_ARG_STRING, &opt_attribute_risks,
    "report what all subsets of up to N quasi-identifiers tell apart", "N" },
  { "groups", 0, 0, G_OPTION_ARG_STRING, &opt_groups,
    "put alternatives into groups of similar ones, with one of each to look at first", "N|auto" },
  { "bias", 0, 0, G_OPTION_ARG_NONE, &opt_bias,
    "report how numbers correlate with frequencies, and how suppression shifts their means", NULL },
  { "distortion", 0, 0, G_OPTION_ARG_NONE, &opt_distortion,
    "report what the release did to means, shares and associations", NULL },
  { "left-out", 0, 0, G_OPTION_ARG_STRING, &opt_left_out,
    "report whose records are suppressed, by values of columns, or by pairs of them, too",
    "values|pairs" },
  { "utility", 0, 0, G_OPTION_ARG_NONE, &opt_utility,
    "report how well a model tells the records that are released from those of the table", NULL },
  { "predict", 0, 0, G_OPTION_ARG_STRING, &opt_predict,
    "report on utility, and how well columns are predicted from the quasi-identifiers, before and "
    "after",
    "COLUMN,…" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

static const Setting settings[]
    = { { "--evaluate", &opt_evaluate, NULL, "search", "evaluate" },
        { "--choose", &opt_choose, NULL, "release", "alternative" },
        { "--keep-suppressed", NULL, &opt_keep_suppressed, "release", "keep-suppressed" },
        { "--keep-order", NULL, &opt_keep_order, "release", "keep-order" },
        { "--minimum-bin", &opt_minimum_bin, NULL, "release", "minimum-bin" },
        { "--audience", &opt_audience, NULL, "report", "audience" },
        { "--explain", NULL, &opt_explain, "report", "explain" },
        { "--bias", NULL, &opt_bias, "report", "bias" },
        { "--report-threshold", &opt_report_threshold, NULL, "report", "report-threshold" },
        { "--population-size", &opt_population_size, NULL, "report", "population-size" },
        { "--attribute-risks", &opt_attribute_risks, NULL, "report", "attribute-risks" },
        { "--groups", &opt_groups, NULL, "report", "groups" },
        { "--distortion", NULL, &opt_distortion, "report", "distortion" },
        { "--left-out", &opt_left_out, NULL, "report", "left-out" },
        { "--utility", NULL, &opt_utility, "report", "utility" },
        { "--predict", &opt_predict, NULL, "report", "predict" },
        { NULL, NULL, NULL, NULL, NULL } };

/* A problem file has semicolons where the option has commas, and escapes. */
static gboolean
list_predicted (GError **error)
{
  g_auto (GStrv) names = split_list (opt_predict);
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (names[i][0] == '\0')
        return refuse_option ("predict", opt_predict, "names of columns with a comma between two",
                              error);
      g_string_append (list, i > 0 ? ";" : "");
      for (const char *p = names[i]; *p != '\0'; p++)
        g_string_append_printf (list, "%s%c", *p == ';' || *p == '\\' ? "\\" : "", *p);
    }
  if (opt_predict != NULL)
    {
      g_free (opt_predict);
      opt_predict = g_string_free (g_steal_pointer (&list), FALSE);
    }
  return TRUE;
}

gboolean
read_release_settings (GError **error)
{
  return list_predicted (error) && read_settings (settings, error)
         && set_column_keys ("--bin-mean", opt_bin_means, "bin-mean", "table", error)
         && set_column_keys ("--microaggregate", opt_microaggregates, "microaggregate", NULL,
                             error);
}
