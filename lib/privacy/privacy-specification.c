/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The specifications of the library's models: a name, parameters behind colons, and the sensitive
 * attribute behind an @. */
#include <string.h>

#include "base/rational.h"
#include "base/handle.h"
#include "base/text.h"
#include "privacy/privacy-model-private.h"
#include "privacy/closeness.h"
#include "privacy/uniqueness.h"
#include "privacy/models.h"

typedef DeidPrivacyModel *(*PrivacySpecificationMake) (const DeidSpecification *specification,
                                                       GError **error);

static DeidPrivacyModel *
make_k (const DeidSpecification *specification, GError **error)
{
  return deid_privacy_model_new_k_anonymity (specification->values[0].count, error);
}

static DeidPrivacyModel *
make_km (const DeidSpecification *specification, GError **error)
{
  const guint64 k = specification->values[0].count;
  const guint m = (guint) MIN (specification->values[1].count, G_MAXUINT);

  return specification->named == NULL
             ? deid_privacy_model_new_km_anonymity (k, m, error)
             : deid_privacy_model_new_km_of_items (specification->column, k, m, error);
}

static DeidPrivacyModel *
make_to (const DeidSpecification *specification, GError **error)
{
  const gboolean names_order = specification->n_parts > 2;
  DeidValueOrder order = DEID_VALUE_ORDER_TYPE;

  if (names_order)
    for (order = 0; order < DEID_VALUE_ORDER_TYPE; order++)
      if (g_str_equal (specification->parts[2], deid_value_order_names[order]))
        break;
  return !names_order || order < DEID_VALUE_ORDER_TYPE
             ? deid_privacy_model_new_ordered_t_closeness (
                 specification->column, specification->values[0].number, order, error)
             : deid_specification_fail (specification, 2, "int, num or text", error);
}

static DeidPrivacyModel *
make_rcl (const DeidSpecification *specification, GError **error)
{
  return deid_privacy_model_new_recursive_l_diversity (specification->column,
                                                       specification->values[0].number,
                                                       specification->values[1].count, error);
}

/* Whether the parameter at @i is a word, which is then passed over. */
static gboolean
skip_word (const DeidSpecification *specification, guint *i, const char *word)
{
  const gboolean is_there
      = *i < specification->n_parts && g_str_equal (specification->parts[*i], word);

  *i += is_there ? 1 : 0;
  return is_there;
}

static DeidPrivacyModel *
make_dl (const DeidSpecification *specification, GError **error)
{
  const guint64 l = specification->values[0].count;

  if (specification->n_parts == 2)
    return deid_privacy_model_new_distinct_l_diversity (specification->column, l, error);
  if (g_str_equal (specification->parts[2], "known"))
    return deid_privacy_model_new_known_l_diversity (specification->column, l, error);
  return deid_specification_fail (specification, 2, "'known'", error);
}

static DeidPrivacyModel *
make_persons (const DeidSpecification *specification, GError **error)
{
  guint64 n_known = 0;
  gboolean knows_number = FALSE;
  guint i = 2;

  if (i < specification->n_parts)
    {
      if (!deid_specification_read_count (specification, i++, &n_known, error))
        return NULL;
      if (n_known == 0)
        return deid_specification_fail (specification, 2, "at least 1 known row", error);
      knows_number = skip_word (specification, &i, "number");
    }
  return i == specification->n_parts
             ? deid_privacy_model_new_persons (specification->named, specification->values[0].count,
                                               n_known, knows_number, error)
             : deid_specification_fail (specification, i, "'number'", error);
}

static DeidPrivacyModel *
make_dd (const DeidSpecification *specification, GError **error)
{
  DeidLogarithm base = DEID_LOGARITHM_BINARY;
  DeidAbsentValues absent = DEID_ABSENT_VALUES_IGNORED;
  guint i = 2;

  if (skip_word (specification, &i, "e"))
    base = DEID_LOGARITHM_NATURAL;
  else if (skip_word (specification, &i, "10"))
    base = DEID_LOGARITHM_DECIMAL;
  if (skip_word (specification, &i, "absent"))
    absent = DEID_ABSENT_VALUES_COUNT;
  return i == specification->n_parts
             ? deid_privacy_model_new_delta_disclosure (
                 specification->column, specification->values[0].number, base, absent, error)
             : deid_specification_fail (specification, i, "'e' or '10', then 'absent'", error);
}

static DeidPrivacyModel *
make_ak (const DeidSpecification *specification, GError **error)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 3; i < specification->n_parts; i++)
    {
      g_autofree char *value = g_uri_unescape_string (specification->parts[i], NULL);

      if (value == NULL || !g_utf8_validate (value, -1, NULL))
        return deid_specification_fail (specification, i, "a value escaped as in a URI", error);
      g_ptr_array_add (values, g_steal_pointer (&value));
    }
  g_ptr_array_add (values, NULL);
  return deid_privacy_model_new_alpha_k_anonymity (
      specification->column, specification->values[0].number, specification->values[1].count,
      specification->n_parts > 3 ? (const char *const *) values->pdata : NULL, error);
}

static DeidPrivacyModel *
make_kmap (const DeidSpecification *specification, GError **error)
{
  return deid_privacy_model_new_k_map (specification->values[0].count, error);
}

static DeidPrivacyModel *
make_dp (const DeidSpecification *specification, GError **error)
{
  return deid_privacy_model_new_delta_presence (specification->values[0].number,
                                                specification->values[1].number, error);
}

static DeidPrivacyModel *
make_avg (const DeidSpecification *specification, GError **error)
{
  return deid_privacy_model_new_average_risk (specification->values[0].number, error);
}

static DeidPrivacyModel *
make_uniq (const DeidSpecification *specification, GError **error)
{
  return deid_privacy_model_new_sample_uniqueness (specification->values[0].number, error);
}

static DeidPrivacyModel *
make_atrisk (const DeidSpecification *specification, GError **error)
{
  return deid_privacy_model_new_records_at_risk (
      specification->parts[0][0] == 'j' ? DEID_JOURNALIST : DEID_PROSECUTOR,
      specification->values[0].number, specification->values[1].number, error);
}

static DeidPrivacyModel *
make_risk (const DeidSpecification *specification, GError **error)
{
  DeidRiskScale scale = DEID_RISK_SCALE_SUM;
  DeidUnmatchedRecords unmatched = DEID_UNMATCHED_RECORDS_ERROR;
  double gamma = 1;
  guint i = 2;

  if (i < specification->n_parts && deid_double_from_decimal (specification->parts[i], &gamma))
    i++;
  if (skip_word (specification, &i, "mean"))
    scale = DEID_RISK_SCALE_MEAN;
  if (skip_word (specification, &i, "self"))
    unmatched = DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES;
  return i == specification->n_parts
             ? deid_privacy_model_new_population_risk (specification->values[0].number, gamma,
                                                       scale, unmatched, error)
             : deid_specification_fail (specification, i, "an exponent, then 'mean', then 'self'",
                                        error);
}

static DeidAttacker
get_attacker (const DeidSpecification *specification)
{
  return g_str_has_suffix (specification->parts[0], "map") ? DEID_JOURNALIST : DEID_PROSECUTOR;
}

static DeidPrivacyModel *
privacy_specification_make_payout (const DeidSpecification *specification, GError **error)
{
  return deid_privacy_model_new_cost_benefit (
      get_attacker (specification), specification->values[0].number,
      specification->values[1].number, specification->values[2].number,
      specification->values[3].number, error);
}

static DeidPrivacyModel *
make_noattack (const DeidSpecification *specification, GError **error)
{
  return deid_privacy_model_new_no_attack (get_attacker (specification),
                                           specification->values[0].number,
                                           specification->values[1].number, error);
}

static gboolean
read_estimator (const DeidSpecification *specification, guint i, DeidUniquenessEstimator *estimator,
                GError **error)
{
  for (guint e = 0; e < G_N_ELEMENTS (deid_uniqueness_estimator_names); e++)
    if (g_str_equal (specification->parts[i], deid_uniqueness_estimator_names[e]))
      {
        *estimator = (DeidUniquenessEstimator) e;
        return TRUE;
      }
  deid_specification_fail (specification, i, "pitman, zayatz, snb or dankar", error);
  return FALSE;
}

/* Nobody is alone in a population, so that who writes 1 rather means all of it. */
static gboolean
privacy_specification_read_size (const DeidSpecification *specification, guint i, guint64 *size,
                                 GError **error)
{
  if (!deid_specification_read_count (specification, i, size, error))
    return FALSE;
  return *size != 1
         || deid_fail (
             error, DEID_ERROR_PARSE,
             "privacy model %s: '1' may be a number of people or a share, expected a size "
             "of at least 2, or 1.0 if the table is the whole population",
             specification->parts[0]);
}

/* Digits are a size, other numbers a sampling fraction; a region begins with a letter, as does
 * `survey`. */
static DeidPrivacyModel *
make_pu (const DeidSpecification *specification, GError **error)
{
  const char *population = specification->parts[2];
  DeidUniquenessEstimator estimator;
  double threshold, fraction;
  guint64 size;

  if (!read_estimator (specification, 1, &estimator, error))
    return NULL;
  if (!deid_share_from_text (specification->parts[3], &threshold))
    return deid_specification_fail (specification, 3, "a number or a percentage", error);
  if (g_str_equal (population, "survey"))
    return deid_privacy_model_new_population_uniqueness_of_survey (estimator, threshold, error);
  if (!deid_decimal_is_integer (population) && deid_share_from_text (population, &fraction))
    return deid_privacy_model_new_population_uniqueness_of_fraction (estimator, fraction, threshold,
                                                                     error);
  if (!(g_ascii_isalpha (population[0])
            ? deid_region_get_population (population, &size, error)
            : privacy_specification_read_size (specification, 2, &size, error)))
    return NULL;
  return deid_privacy_model_new_population_uniqueness (estimator, size, threshold, error);
}

/* A model of one number and a sensitive attribute is made of these alone. */
static const struct
{
  const char *name;
  const char *kinds; /* of the parameters that are always there */
  guint max_others;  /* the most parameters behind them */
  gboolean needs_sensitive;
  PrivacySpecificationMake make;
  DeidPrivacyModel *(*make_of_number) (const char *sensitive, double number, GError **error);
  const char *form;
  const char *summary;
} privacy_specification_models[] = {
  { "k", "c", 0, FALSE, make_k, NULL, "k:K", "each class has at least K records, or persons" },
  { "km", "cc", 0, FALSE, make_km, NULL, "km:K:M",
    "each combination of labels of up to M columns is shared by at least K records, or persons" },
  { "km", "cc", 0, TRUE, make_km, NULL, "km:K:M@COLUMN",
    "each combination of up to M labels of values in the cells of a column is shared by at least K "
    "records, or persons" },
  { "persons", "c", 2, FALSE, make_persons, NULL, "persons:K[:M[:number]]",
    "each person is one of at least K who are alike in all their rows; with M, in any M rows that "
    "an attacker knows; with number, of those who have as many rows" },
  { "persons", "c", 2, TRUE, make_persons, NULL, "persons:K[:M[:number]]@COLUMN",
    "the same of the values of another column, such as households" },
  { "dl", "c", 1, TRUE, make_dl, NULL, "dl:L[:known]@ATTRIBUTE",
    "each class has at least L different sensitive values; with known, missing ones do not count" },
  { "el", "n", 0, TRUE, NULL, deid_privacy_model_new_entropy_l_diversity, "el:L@ATTRIBUTE",
    "the entropy of the sensitive values of each class is at least log L" },
  { "elg", "n", 0, TRUE, NULL, deid_privacy_model_new_grassberger_l_diversity, "elg:L@ATTRIBUTE",
    "Grassberger's estimate of the entropy of the sensitive values of each class is at least log "
    "L" },
  { "rcl", "nc", 0, TRUE, make_rcl, NULL, "rcl:C:L@ATTRIBUTE",
    "the most frequent sensitive value of a class occurs less than C times as often as the L-th "
    "and all rarer ones together" },
  { "te", "n", 0, TRUE, NULL, deid_privacy_model_new_equal_t_closeness, "te:T@ATTRIBUTE",
    "sensitive values are distributed in each class as in the table, up to a distance of T; all "
    "values are equally far apart" },
  { "to", "n", 1, TRUE, make_to, NULL, "to:T[:int|:num|:text]@ATTRIBUTE",
    "sensitive values are distributed in each class as in the table, up to a distance of T by "
    "order: as integers, numbers or texts, or by the column's type" },
  { "th", "n", 0, TRUE, NULL, deid_privacy_model_new_hierarchical_t_closeness, "th:T@ATTRIBUTE",
    "sensitive values are distributed in each class as in the table, up to a distance of T by "
    "their hierarchy" },
  { "bl", "n", 0, TRUE, NULL, deid_privacy_model_new_beta_likeness, "bl:BETA@ATTRIBUTE",
    "no sensitive value is more than 1 + BETA times as frequent in a class as in the table" },
  { "ebl", "n", 0, TRUE, NULL, deid_privacy_model_new_enhanced_beta_likeness, "ebl:BETA@ATTRIBUTE",
    "no sensitive value of frequency q in the table is more than 1 + min(BETA, -ln q) times as "
    "frequent in a class" },
  { "dd", "n", 2, TRUE, make_dd, NULL, "dd:DELTA[:e|:10][:absent]@ATTRIBUTE",
    "no sensitive value is much more or less frequent in a class than in the table; with absent, "
    "none is missing from a class" },
  { "ak", "sc", G_MAXUINT, TRUE, make_ak, NULL, "ak:ALPHA:K[:VALUE...]@ATTRIBUTE",
    "each class has at least K records; at most a share ALPHA of them have the same value, of "
    "those named or of all" },
  { "kmap", "c", 0, FALSE, make_kmap, NULL, "kmap:K",
    "each class matches at least K records of the population" },
  { "dp", "ss", 0, FALSE, make_dp, NULL, "dp:MIN:MAX",
    "each class has between a share MIN and a share MAX of the records of the population that "
    "match it" },
  { "avg", "s", 0, FALSE, make_avg, NULL, "avg:RISK",
    "the average risk of the released records, or persons, is at most RISK" },
  { "uniq", "s", 0, FALSE, make_uniq, NULL, "uniq:SHARE",
    "at most this share of the records, or persons, are alone in their class" },
  { "atrisk", "ss", 0, FALSE, make_atrisk, NULL, "atrisk:RISK:SHARE",
    "at most this share of the records, or persons, have a risk above RISK" },
  { "jatrisk", "ss", 0, FALSE, make_atrisk, NULL, "jatrisk:RISK:SHARE",
    "at most this share of the records, or persons, have a risk above RISK in the population" },
  { "risk", "s", 3, FALSE, make_risk, NULL, "risk:RISK[:GAMMA][:mean][:self]",
    "the sum of the risks, in the population if there is one, each to the power of GAMMA, or with "
    "mean their mean, is at most RISK" },
  { "pu", "---", 0, FALSE, make_pu, NULL, "pu:ESTIMATOR:POPULATION:SHARE",
    "at most this share of the population is unique, as estimated by pitman, zayatz, snb or "
    "dankar; POPULATION is a size, a sampling fraction, a region or survey" },
  { "payout", "nnnn", 0, FALSE, privacy_specification_make_payout, NULL,
    "payout:BENEFIT:LOSS:GAIN:COST",
    "publishing each class pays, if the adversary knows who is in the table" },
  { "payoutmap", "nnnn", 0, FALSE, privacy_specification_make_payout, NULL,
    "payoutmap:BENEFIT:LOSS:GAIN:COST",
    "publishing each class pays, if the adversary knows the population" },
  { "noattack", "nn", 0, FALSE, make_noattack, NULL, "noattack:GAIN:COST",
    "attacking a class does not pay, if the adversary knows who is in the table" },
  { "noattackmap", "nn", 0, FALSE, make_noattack, NULL, "noattackmap:GAIN:COST",
    "attacking a class does not pay, if the adversary knows the population" },
};

/* Tells whether a text goes on with another model behind a comma or a semicolon. */
static gboolean
is_list (const char *text)
{
  for (const char *p = strpbrk (text, ",;"); p != NULL; p = strpbrk (p + 1, ",;"))
    {
      const char *next = p + 1 + strspn (p + 1, " ");
      const gsize length = strcspn (next, ":");

      for (guint i = 0; next[length] == ':' && i < G_N_ELEMENTS (privacy_specification_models); i++)
        if (strlen (privacy_specification_models[i].name) == length
            && strncmp (next, privacy_specification_models[i].name, length) == 0)
          return TRUE;
    }
  return FALSE;
}

static DeidPrivacyModel *
privacy_specification_fail_unknown (const char *text, GError **error)
{
  g_auto (GStrv) forms = deid_privacy_model_list_specifications (NULL);

  if (!is_list (text))
    {
      deid_specification_fail_unknown ("privacy model", text, forms, error);
      return NULL;
    }
  return deid_fail_null (
      error, DEID_ERROR_PARSE,
      "privacy model '%s': expected one model; a list has a semicolon between two",
      DEID_SHOW (text));
}

static gboolean
privacy_specification_is_of (guint i, const DeidSpecification *specification)
{
  const guint n_read = 1 + (guint) strlen (privacy_specification_models[i].kinds);

  return g_str_equal (specification->parts[0], privacy_specification_models[i].name)
         && specification->n_parts >= n_read
         && specification->n_parts - n_read <= privacy_specification_models[i].max_others
         && (specification->named == NULL || privacy_specification_models[i].needs_sensitive);
}

static DeidPrivacyModel *
privacy_specification_make_model (DeidSpecification *specification, GError **error)
{
  guint i = 0;

  while (i < G_N_ELEMENTS (privacy_specification_models)
         && !(specification->n_parts > 0 && privacy_specification_is_of (i, specification)))
    i++;
  if (i == G_N_ELEMENTS (privacy_specification_models))
    return privacy_specification_fail_unknown (specification->text, error);
  if (privacy_specification_models[i].needs_sensitive && specification->column == NULL)
    return deid_fail_null (error, DEID_ERROR_PARSE,
                           "privacy model '%s': no sensitive attribute, expected one behind '@'",
                           DEID_SHOW (specification->text));
  if (!deid_specification_read (specification, privacy_specification_models[i].kinds, error))
    return NULL;
  return privacy_specification_models[i].make != NULL
             ? privacy_specification_models[i].make (specification, error)
             : privacy_specification_models[i].make_of_number (
                 specification->column, specification->values[0].number, error);
}

DeidPrivacyModel *
deid_privacy_model_new_from_specification (const char *text, const char *sensitive, GError **error)
{
  DeidSpecification specification;
  DeidPrivacyModel *model = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  if (deid_specification_init (&specification, "privacy model", text, error))
    {
      if (specification.named == NULL)
        specification.column = sensitive;
      model = privacy_specification_make_model (&specification, error);
    }
  deid_specification_clear (&specification);
  return model;
}

char **
deid_privacy_model_list_specifications (char ***summaries)
{
  DeidSpecificationList list;

  deid_specification_list_init (&list);
  for (guint i = 0; i < G_N_ELEMENTS (privacy_specification_models); i++)
    deid_specification_list_add (&list, privacy_specification_models[i].form,
                                 privacy_specification_models[i].summary);
  return deid_specification_list_end (&list, summaries);
}
