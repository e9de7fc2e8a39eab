/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/page-words.h"

#include "hierarchy/hierarchy-private.h"

#include <string.h>

char *
deid_level_describe (const DeidHierarchy *hierarchy, guint level, GError **error)
{
  DeidLongText text = { 0 };

  if (level == 0)
    deid_long_text_add (&text, DEID_WORDS_KEPT);
  else if (deid_hierarchy_is_one_label (hierarchy, level))
    deid_long_text_add (&text, DEID_WORDS_ONE_LABEL);
  else if (deid_hierarchy_add_level_name (hierarchy, level, &text))
    deid_hierarchy_add_open_groups (hierarchy, &text);
  else
    deid_long_text_add (&text, " of %u", hierarchy->n_levels - 1);
  return deid_long_text_end (&text, error);
}

gboolean
deid_level_find_example (const DeidHierarchy *hierarchy, guint level, const char **value,
                         const char **label, GError **error)
{
  g_autofree const char **leaves = NULL, **labels = NULL;
  gsize n_leaves, n_labels;
  guint code;

  *value = *label = NULL;
  leaves = deid_hierarchy_list_labels (hierarchy, 0, &n_leaves, error);
  if (leaves == NULL)
    return FALSE;
  labels = deid_hierarchy_list_labels (hierarchy, level, &n_labels, error);
  if (labels == NULL)
    return FALSE;
  if (n_leaves == 0)
    return TRUE;
  code = (guint) (n_leaves / 2);
  *value = leaves[code];
  for (guint l = 0; l < level; l++)
    code = deid_hierarchy_get_parent (hierarchy, l, code);
  *label = labels[code];
  return TRUE;
}

#define ANY G_MAXUINT

/* In a sentence $1, $2 are the parameters, $@ the sensitive attribute, and $# the unit, records or
 * persons. $+ says how persons are counted, and is empty for records. The first entry that fits is
 * taken; one for any number of parameters is followed by all of them. */
typedef struct
{
  const char *name;
  guint n_parameters;
  const char *option; /* a parameter that is given, or NULL */
  const char *sentence;
} ModelWords;

static const ModelWords model_words_words[] = {
  { "k", 1, NULL, "Each released combination of quasi-identifiers belongs to at least $1 $#" },
  { "km", 2, NULL,
    "An attacker who knows labels of at most $2 quasi-identifiers, and nothing else, finds at "
    "least "
    "$1 $# that have them, or none" },
  { "dl", 1, NULL,
    "Among the records that look alike there are at least $1 different values of $@" },
  { "el", 1, NULL,
    "Among the records that look alike the values of $@ are mixed at least as well as $1 values "
    "that are equally frequent" },
  { "elg", 1, NULL,
    "Among the records that look alike the values of $@ are mixed at least as well as $1 values "
    "that are equally frequent, as estimated for few records" },
  { "rcl", 2, NULL,
    "Among the records that look alike the most frequent value of $@ occurs less than $1 times as "
    "often as all values together from number $2 on, in the order of frequency" },
  { "te", 1, NULL,
    "Among the records that look alike the values of $@ are spread as in the whole table, up to a "
    "distance of $1" },
  { "to", ANY, NULL,
    "Among the records that look alike the values of $@ are spread as in the whole table, up to a "
    "distance of $1, where neighbouring values are near each other" },
  { "th", 1, NULL,
    "Among the records that look alike the values of $@ are spread as in the whole table, up to a "
    "distance of $1, where values with the same label in a hierarchy are near each other" },
  { "bl", 1, NULL,
    "Among the records that look alike no value of $@ is more frequent than in the whole table by "
    "more than $1 times its frequency there" },
  { "ebl", 1, NULL,
    "Among the records that look alike the share of a value of $@ exceeds its share p in the whole "
    "table by at most p times the smaller of $1 and -ln p" },
  { "dd", ANY, "absent",
    "Among the records that look alike no value of $@ is much more or less frequent than in the "
    "whole table, nor missing, up to a difference of logarithms of $1" },
  { "dd", ANY, NULL,
    "Among the records that look alike no value of $@ that occurs is much more or less frequent "
    "than in the whole table, up to a difference of logarithms of $1" },
  { "ak", 2, NULL,
    "Each released combination of quasi-identifiers belongs to at least $2 $#, and no value of $@ "
    "has more than a share of $1 of its records" },
  { "ak", ANY, NULL,
    "Each released combination of quasi-identifiers belongs to at least $2 $#, and none of some "
    "values of $@ has more than a share of $1 of its records" },
  { "kmap", 1, NULL,
    "In the quasi-identifiers, each released record fits at least $1 people of the population, "
    "whether they are in the table or not" },
  { "dp", 2, NULL,
    "The records that look alike are at least a share of $1 and at most one of $2 of the people of "
    "the population that look like them" },
  { "avg", 1, NULL, "The average risk of the released $# is at most $1$+" },
  { "uniq", 1, NULL, "At most a share of $1 of the released $# is alone in its group$+" },
  { "atrisk", 2, NULL, "At most a share of $2 of the released $# has a risk above $1$+" },
  { "jatrisk", 2, NULL,
    "At most a share of $2 of the released $# has a risk in the population above $1$+" },
  { "risk", ANY, "mean", "The average risk of the released $# in the population is at most $1$+" },
  { "risk", ANY, NULL,
    "The risks of all released $# in the population add up to at most $1$+: an attacker who tries "
    "to find all of them by the quasi-identifiers can expect to find that many" },
  { "pu", ANY, NULL,
    "Of the people of the population an estimated share of at most $3 is the only one that looks "
    "like a released record" },
  { "payout", ANY, NULL,
    "Releasing the records that look alike pays, benefits against expected losses by an attacker "
    "who knows the quasi-identifiers and who is in the table" },
  { "payoutmap", ANY, NULL,
    "Releasing the records that look alike pays, benefits against expected losses by an attacker "
    "who has the quasi-identifiers of the population" },
  { "noattack", ANY, NULL,
    "An attacker who knows the quasi-identifiers and who is in the table gains nothing by an "
    "attack, "
    "on average: a gain of $1 a person against a cost of $2 an attempt" },
  { "noattackmap", ANY, NULL,
    "An attacker who has the quasi-identifiers of the population gains nothing by an attack, on "
    "average: a gain of $1 a person against a cost of $2 an attempt" },
};

/* The limit of these may be what a rule reaches on all records, suppressed ones included, such as a
 * baseline: it is not for the public. */
static const char *const withheld[] = { "risk", NULL };

static gboolean
model_words_fits (const ModelWords *model, char **parameters)
{
  return g_str_equal (model->name, parameters[0])
         && (model->n_parameters == ANY || g_strv_length (parameters) == model->n_parameters + 1)
         && (model->option == NULL
             || g_strv_contains ((const char *const *) parameters, model->option));
}

static void
append_sentence (GString *text, const ModelWords *model, char **parameters, const char *attribute,
                 const char *unit)
{
  for (const char *c = model->sentence; *c != '\0'; c++)
    if (*c != '$')
      g_string_append_c (text, *c);
    else if (*++c == '@')
      g_string_append (text, attribute);
    else if (*c == '#')
      g_string_append (text, unit);
    else if (*c == '+')
      g_string_append (
          text, g_str_equal (unit, "persons") ? ", counting a person once in each group" : "");
    else
      g_string_append (text, parameters[*c - '0']);
}

/* The sentence that a list of specifications has of a name, or NULL. */
static char *
find_summary (char **forms, char **summaries, const char *specification)
{
  const gsize n = strcspn (specification, ":@");

  for (guint i = 0; forms[i] != NULL; i++)
    if (strcspn (forms[i], ":@[") == n && strncmp (forms[i], specification, n) == 0)
      return g_strdup_printf ("%s: %s", specification, summaries[i]);
  return NULL;
}

static char *
join_sensitive (const DeidPrivacyModel *model)
{
  const char *const *names = deid_privacy_model_get_sensitive (model);

  return names != NULL ? g_strjoinv (" and ", (char **) names) : g_strdup ("");
}

char *
deid_model_describe (const DeidPrivacyModel *model, const char *unit, gboolean is_public)
{
  g_autofree char *specification = deid_privacy_model_to_specification (model);
  g_autofree char *attribute = join_sensitive (model);
  g_autofree char *head = g_strndup (specification, strcspn (specification, "@"));
  g_auto (GStrv) parameters = g_strsplit (head, ":", -1);
  GString *text;
  guint i = 0;

  if (is_public && g_strv_contains (withheld, parameters[0]))
    return g_strdup ("The risks of the released records in the population are within a limit that "
                     "the custodian knows");
  while (i < G_N_ELEMENTS (model_words_words)
         && !model_words_fits (&model_words_words[i], parameters))
    i++;
  if (i == G_N_ELEMENTS (model_words_words))
    return g_steal_pointer (&specification);
  text = g_string_new (NULL);
  append_sentence (text, &model_words_words[i], parameters, attribute, unit);
  if (model_words_words[i].n_parameters == ANY)
    g_string_append_printf (text, " (%s)", specification);
  return g_string_free (text, FALSE);
}

/* Quality models by the names in their specifications. */
static const struct
{
  const char *name, *sentence;
} quality_words[] = {
  { "loss",
    "how much of the range of a column a label covers, from 0 for the value itself to 1 for "
    "one label for all and for a record that is withheld" },
  { "precision", "how high in its hierarchy a label is, from 0 for the value itself to 1 for the "
                 "top and for a record that is withheld" },
  { "height", "how high in its hierarchy a label is, whether the record is withheld or not" },
  { "dm", "how many records each record looks like; one that is withheld counts as like all" },
  { "dmstar", "how many records each record looks like, whether it is withheld or not" },
  { "nuentropy", "how much less is known of a value by its label, if it is known how often each "
                 "value occurs: what is rare among the values of its label loses more" },
  { "normentropy", "how much less is known of a value by its label, if it is known how often each "
                   "value occurs, from 0 for the value itself to 1 for all that the column tells" },
  { "ebil", "how many combinations of original values the labels of a record may stand for, on a "
            "logarithmic scale from 0 for one to 1 for all of them and for a record that is "
            "withheld" },
  { "aecs", "how few groups there are: 1 over the number of groups of records that look alike" },
  { "ambiguity", "how many combinations of original values the labels of a record may stand for, "
                 "as a share of all there are; 1 for a record that is withheld" },
  { "kl",
    "how far the release misleads on how often each combination of values occurs "
    "(Kullback-Leibler divergence), from 0 for not at all to 1 if all records were withheld" },
  { "ce", "the share of the records that are withheld, or have another value of the column to be "
          "predicted than most records that look like them" },
  { "payout", "what the publisher is not paid, as a share of the most that can be lost, if "
              "somebody attacks who knows who is in the table, wherever that pays" },
  { "payoutmap", "what the publisher is not paid, as a share of the most that can be lost, if "
                 "somebody attacks who has a register of the population, wherever that pays" },
};

static const char *const aggregate_words[]
    = { [DEID_AGGREGATE_ARITHMETIC_MEAN] = "; the loss is the mean over the columns",
        [DEID_AGGREGATE_GEOMETRIC_MEAN] = "; the loss is the geometric mean over the columns",
        [DEID_AGGREGATE_MAXIMUM] = "; the loss is that of the worst column",
        [DEID_AGGREGATE_SUM] = "; the loss is the sum over the columns" };

static const char *const weighted_words[]
    = { [DEID_AGGREGATE_ARITHMETIC_MEAN] = "; the loss is the weighted mean over the columns",
        [DEID_AGGREGATE_GEOMETRIC_MEAN]
        = "; the loss is the weighted geometric mean over the columns",
        [DEID_AGGREGATE_MAXIMUM] = "; the loss is that of the worst column, by its weight",
        [DEID_AGGREGATE_SUM] = "; the loss is the weighted sum over the columns" };

static const char factor_words[]
    = "; a factor weighs withholding against labels: by 0 withholding costs nothing by itself, by "
      "0.5 neither weighs more, by 1 labels cost nothing";

char *
deid_quality_describe (const DeidQualityModel *model, gboolean is_weighted)
{
  const char *const *aggregates = is_weighted ? weighted_words : aggregate_words;
  g_autofree char *specification = deid_quality_model_to_specification (model);
  g_auto (GStrv) summaries = NULL;
  g_auto (GStrv) forms = deid_quality_model_list_specifications (&summaries);
  const gsize n = strcspn (specification, ":@");
  const gboolean has_factor = g_str_has_prefix (specification, "loss:")
                              && strrchr (specification, ':') > specification + n;
  char *summary;

  for (guint i = 0; i < G_N_ELEMENTS (quality_words); i++)
    if (strlen (quality_words[i].name) == n
        && strncmp (specification, quality_words[i].name, n) == 0)
      return g_strconcat (quality_words[i].sentence,
                          deid_quality_model_has_aggregate (model)
                              ? aggregates[deid_quality_model_get_aggregate (model)]
                              : "",
                          has_factor ? factor_words : "", " (", specification, ")", NULL);
  summary = find_summary (forms, summaries, specification);
  return summary != NULL ? summary : g_strdup (specification);
}
