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
make_of_number (const DeidSpecification *specification,
                DeidPrivacyModel *(*make) (const char *sensitive, double number, GError **error),
                GError **error)
{
  double number;

  return deid_specification_read_number (specification, 1, &number, error)
             ? make (specification->column, number, error)
             : NULL;
}

static DeidPrivacyModel *
make_k (const DeidSpecification *specification, GError **error)
{
  guint64 k;

  return deid_specification_read_count (specification, 1, &k, error)
             ? deid_privacy_model_new_k_anonymity (k, error)
             : NULL;
}

static DeidPrivacyModel *
make_km (const DeidSpecification *specification, GError **error)
{
  guint64 k, m;

  return deid_specification_read_count (specification, 1, &k, error)
                 && deid_specification_read_count (specification, 2, &m, error)
             ? deid_privacy_model_new_km_anonymity (k, (guint) MIN (m, G_MAXUINT), error)
             : NULL;
}

static DeidPrivacyModel *
make_km_of_items (const DeidSpecification *specification, GError **error)
{
  guint64 k, m;

  return deid_specification_read_count (specification, 1, &k, error)
                 && deid_specification_read_count (specification, 2, &m, error)
             ? deid_privacy_model_new_km_of_items (specification->column, k,
                                                   (guint) MIN (m, G_MAXUINT), error)
             : NULL;
}

static DeidPrivacyModel *
make_to (const DeidSpecification *specification, GError **error)
{
  const gboolean names_order = specification->n_parts > 2;
  DeidValueOrder order = DEID_VALUE_ORDER_TYPE;
  double t;

  if (!deid_specification_read_number (specification, 1, &t, error))
    return NULL;
  if (names_order)
    for (order = 0; order < DEID_VALUE_ORDER_TYPE; order++)
      if (g_str_equal (specification->parts[2], deid_value_order_names[order]))
        break;
  if (!names_order || order < DEID_VALUE_ORDER_TYPE)
    return deid_privacy_model_new_ordered_t_closeness (specification->column, t, order, error);
  deid_specification_fail (specification, 2, "int, num or text", error);
  return NULL;
}

static DeidPrivacyModel *
make_rcl (const DeidSpecification *specification, GError **error)
{
  double c;
  guint64 l;

  return deid_specification_read_number (specification, 1, &c, error)
                 && deid_specification_read_count (specification, 2, &l, error)
             ? deid_privacy_model_new_recursive_l_diversity (specification->column, c, l, error)
             : NULL;
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
  guint i = 2;
  guint64 l;

  if (!deid_specification_read_count (specification, 1, &l, error))
    return NULL;
  if (i == specification->n_parts)
    return deid_privacy_model_new_distinct_l_diversity (specification->column, l, error);
  if (skip_word (specification, &i, "known"))
    return deid_privacy_model_new_known_l_diversity (specification->column, l, error);
  deid_specification_fail (specification, i, "'known'", error);
  return NULL;
}

static DeidPrivacyModel *
make_dd (const DeidSpecification *specification, GError **error)
{
  DeidLogarithm base = DEID_LOGARITHM_BINARY;
  DeidAbsentValues absent = DEID_ABSENT_VALUES_IGNORED;
  guint i = 2;
  double delta;

  if (!deid_specification_read_number (specification, 1, &delta, error))
    return NULL;
  if (skip_word (specification, &i, "e"))
    base = DEID_LOGARITHM_NATURAL;
  else if (skip_word (specification, &i, "10"))
    base = DEID_LOGARITHM_DECIMAL;
  if (skip_word (specification, &i, "absent"))
    absent = DEID_ABSENT_VALUES_COUNT;
  if (i == specification->n_parts)
    return deid_privacy_model_new_delta_disclosure (specification->column, delta, base, absent,
                                                    error);
  deid_specification_fail (specification, i, "'e' or '10', then 'absent'", error);
  return NULL;
}

static DeidPrivacyModel *
make_ak (const DeidSpecification *specification, GError **error)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  double alpha;
  guint64 k;

  if (!deid_specification_read_share (specification, 1, &alpha, error)
      || !deid_specification_read_count (specification, 2, &k, error))
    return NULL;
  for (guint i = 3; i < specification->n_parts; i++)
    {
      char *value = g_uri_unescape_string (specification->parts[i], NULL);

      if (value == NULL)
        {
          deid_specification_fail (specification, i, "a value escaped as in a URI", error);
          return NULL;
        }
      g_ptr_array_add (values, value);
    }
  g_ptr_array_add (values, NULL);
  return deid_privacy_model_new_alpha_k_anonymity (
      specification->column, alpha, k,
      specification->n_parts > 3 ? (const char *const *) values->pdata : NULL, error);
}

static DeidPrivacyModel *
make_kmap (const DeidSpecification *specification, GError **error)
{
  guint64 k;

  return deid_specification_read_count (specification, 1, &k, error)
             ? deid_privacy_model_new_k_map (k, error)
             : NULL;
}

static DeidPrivacyModel *
make_dp (const DeidSpecification *specification, GError **error)
{
  double min, max;

  return deid_specification_read_share (specification, 1, &min, error)
                 && deid_specification_read_share (specification, 2, &max, error)
             ? deid_privacy_model_new_delta_presence (min, max, error)
             : NULL;
}

static DeidPrivacyModel *
make_avg (const DeidSpecification *specification, GError **error)
{
  double threshold;

  return deid_specification_read_share (specification, 1, &threshold, error)
             ? deid_privacy_model_new_average_risk (threshold, error)
             : NULL;
}

static DeidPrivacyModel *
make_uniq (const DeidSpecification *specification, GError **error)
{
  double threshold;

  return deid_specification_read_share (specification, 1, &threshold, error)
             ? deid_privacy_model_new_sample_uniqueness (threshold, error)
             : NULL;
}

static DeidPrivacyModel *
make_atrisk (const DeidSpecification *specification, GError **error)
{
  const gboolean is_journalist = specification->parts[0][0] == 'j';
  double risk, share;

  if (!deid_specification_read_share (specification, 1, &risk, error)
      || !deid_specification_read_share (specification, 2, &share, error))
    return NULL;
  return is_journalist ? deid_privacy_model_new_journalist_records_at_risk (risk, share, error)
                       : deid_privacy_model_new_records_at_risk (risk, share, error);
}

static DeidPrivacyModel *
make_risk (const DeidSpecification *specification, GError **error)
{
  DeidRiskScale scale = DEID_RISK_SCALE_SUM;
  DeidUnmatchedRecords unmatched = DEID_UNMATCHED_RECORDS_ERROR;
  double threshold, gamma = 1;
  guint i = 2;

  if (!deid_specification_read_share (specification, 1, &threshold, error))
    return NULL;
  if (i < specification->n_parts && deid_double_from_decimal (specification->parts[i], &gamma))
    i++;
  if (skip_word (specification, &i, "mean"))
    scale = DEID_RISK_SCALE_MEAN;
  if (skip_word (specification, &i, "self"))
    unmatched = DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES;
  if (i == specification->n_parts)
    return deid_privacy_model_new_population_risk (threshold, gamma, scale, unmatched, error);
  deid_specification_fail (specification, i, "an exponent, then 'mean', then 'self'", error);
  return NULL;
}

static DeidPrivacyModel *
privacy_specification_make_payout (const DeidSpecification *specification, GError **error)
{
  double n[4];

  return deid_specification_read_numbers (specification, n, error)
             ? deid_privacy_model_new_cost_benefit_prosecutor (n[0], n[1], n[2], n[3], error)
             : NULL;
}

static DeidPrivacyModel *
privacy_specification_make_payoutmap (const DeidSpecification *specification, GError **error)
{
  double n[4];

  return deid_specification_read_numbers (specification, n, error)
             ? deid_privacy_model_new_cost_benefit_journalist (n[0], n[1], n[2], n[3], error)
             : NULL;
}

static DeidPrivacyModel *
make_noattack (const DeidSpecification *specification, GError **error)
{
  double n[2];

  return deid_specification_read_numbers (specification, n, error)
             ? deid_privacy_model_new_no_attack_prosecutor (n[0], n[1], error)
             : NULL;
}

static DeidPrivacyModel *
make_noattackmap (const DeidSpecification *specification, GError **error)
{
  double n[2];

  return deid_specification_read_numbers (specification, n, error)
             ? deid_privacy_model_new_no_attack_journalist (n[0], n[1], error)
             : NULL;
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
  if (*size != 1)
    return TRUE;
  return deid_fail (error, DEID_ERROR_PARSE,
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

  if (!read_estimator (specification, 1, &estimator, error)
      || !deid_specification_read_share (specification, 3, &threshold, error))
    return NULL;
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
  guint min_parts, max_parts; /* the name included */
  gboolean needs_sensitive;
  PrivacySpecificationMake make;
  DeidPrivacyModel *(*make_of_number) (const char *sensitive, double number, GError **error);
  const char *form;
  const char *summary;
} privacy_specification_models[] = {
  { "k", 2, 2, FALSE, make_k, NULL, "k:K", "each class has at least K records, or persons" },
  { "km", 3, 3, FALSE, make_km, NULL, "km:K:M",
    "each combination of labels of up to M columns is shared by at least K records, or persons" },
  { "km", 3, 3, TRUE, make_km_of_items, NULL, "km:K:M@COLUMN",
    "each combination of up to M labels of values in the cells of a column is shared by at least K "
    "records, or persons" },
  { "dl", 2, 3, TRUE, make_dl, NULL, "dl:L[:known]@ATTRIBUTE",
    "each class has at least L different sensitive values; with known, missing ones do not count" },
  { "el", 2, 2, TRUE, NULL, deid_privacy_model_new_entropy_l_diversity, "el:L@ATTRIBUTE",
    "the entropy of the sensitive values of each class is at least log L" },
  { "elg", 2, 2, TRUE, NULL, deid_privacy_model_new_grassberger_l_diversity, "elg:L@ATTRIBUTE",
    "Grassberger's estimate of the entropy of the sensitive values of each class is at least log "
    "L" },
  { "rcl", 3, 3, TRUE, make_rcl, NULL, "rcl:C:L@ATTRIBUTE",
    "the most frequent sensitive value of a class occurs less than C times as often as the L-th "
    "and all rarer ones together" },
  { "te", 2, 2, TRUE, NULL, deid_privacy_model_new_equal_t_closeness, "te:T@ATTRIBUTE",
    "sensitive values are distributed in each class as in the table, up to a distance of T; all "
    "values are equally far apart" },
  { "to", 2, 3, TRUE, make_to, NULL, "to:T[:int|:num|:text]@ATTRIBUTE",
    "sensitive values are distributed in each class as in the table, up to a distance of T by "
    "order: as integers, numbers or texts, or by the column's type" },
  { "th", 2, 2, TRUE, NULL, deid_privacy_model_new_hierarchical_t_closeness, "th:T@ATTRIBUTE",
    "sensitive values are distributed in each class as in the table, up to a distance of T by "
    "their hierarchy" },
  { "bl", 2, 2, TRUE, NULL, deid_privacy_model_new_beta_likeness, "bl:BETA@ATTRIBUTE",
    "no sensitive value is more than 1 + BETA times as frequent in a class as in the table" },
  { "ebl", 2, 2, TRUE, NULL, deid_privacy_model_new_enhanced_beta_likeness, "ebl:BETA@ATTRIBUTE",
    "no sensitive value of frequency q in the table is more than 1 + min(BETA, -ln q) times as "
    "frequent in a class" },
  { "dd", 2, 4, TRUE, make_dd, NULL, "dd:DELTA[:e|:10][:absent]@ATTRIBUTE",
    "no sensitive value is much more or less frequent in a class than in the table; with absent, "
    "none is missing from a class" },
  { "ak", 3, G_MAXUINT, TRUE, make_ak, NULL, "ak:ALPHA:K[:VALUE...]@ATTRIBUTE",
    "each class has at least K records; at most a share ALPHA of them have the same value, of "
    "those named or of all" },
  { "kmap", 2, 2, FALSE, make_kmap, NULL, "kmap:K",
    "each class matches at least K records of the population" },
  { "dp", 3, 3, FALSE, make_dp, NULL, "dp:MIN:MAX",
    "each class has between a share MIN and a share MAX of the records of the population that "
    "match it" },
  { "avg", 2, 2, FALSE, make_avg, NULL, "avg:RISK",
    "the average risk of the released records, or persons, is at most RISK" },
  { "uniq", 2, 2, FALSE, make_uniq, NULL, "uniq:SHARE",
    "at most this share of the records, or persons, are alone in their class" },
  { "atrisk", 3, 3, FALSE, make_atrisk, NULL, "atrisk:RISK:SHARE",
    "at most this share of the records, or persons, have a risk above RISK" },
  { "jatrisk", 3, 3, FALSE, make_atrisk, NULL, "jatrisk:RISK:SHARE",
    "at most this share of the records, or persons, have a risk above RISK in the population" },
  { "risk", 2, 5, FALSE, make_risk, NULL, "risk:RISK[:GAMMA][:mean][:self]",
    "the sum of the risks in the population, or with mean their mean, is at most RISK" },
  { "pu", 4, 4, FALSE, make_pu, NULL, "pu:ESTIMATOR:POPULATION:SHARE",
    "at most this share of the population is unique, as estimated by pitman, zayatz, snb or "
    "dankar; POPULATION is a size, a sampling fraction, a region or survey" },
  { "payout", 5, 5, FALSE, privacy_specification_make_payout, NULL, "payout:BENEFIT:LOSS:GAIN:COST",
    "publishing each class pays, if the adversary knows who is in the table" },
  { "payoutmap", 5, 5, FALSE, privacy_specification_make_payoutmap, NULL,
    "payoutmap:BENEFIT:LOSS:GAIN:COST",
    "publishing each class pays, if the adversary knows the population" },
  { "noattack", 3, 3, FALSE, make_noattack, NULL, "noattack:GAIN:COST",
    "attacking a class does not pay, if the adversary knows who is in the table" },
  { "noattackmap", 3, 3, FALSE, make_noattackmap, NULL, "noattackmap:GAIN:COST",
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
  g_autofree char *shown = NULL;

  if (!is_list (text))
    {
      deid_specification_fail_unknown ("privacy model", text, forms, error);
      return NULL;
    }
  shown = deid_text_show (text, -1);
  return deid_fail_null (
      error, DEID_ERROR_PARSE,
      "privacy model '%s': expected one model; a list has a semicolon between two", shown);
}

static DeidPrivacyModel *
privacy_specification_make_model (const DeidSpecification *specification, gboolean names_sensitive,
                                  GError **error)
{
  g_autofree char *shown = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (privacy_specification_models); i++)
    {
      if (!g_str_equal (specification->parts[0], privacy_specification_models[i].name)
          || specification->n_parts < privacy_specification_models[i].min_parts
          || specification->n_parts > privacy_specification_models[i].max_parts
          || (names_sensitive && !privacy_specification_models[i].needs_sensitive))
        continue;
      if (!privacy_specification_models[i].needs_sensitive || specification->column != NULL)
        return privacy_specification_models[i].make != NULL
                   ? privacy_specification_models[i].make (specification, error)
                   : make_of_number (specification, privacy_specification_models[i].make_of_number,
                                     error);
      shown = deid_text_show (specification->text, -1);
      return deid_fail_null (error, DEID_ERROR_PARSE,
                             "privacy model '%s': no sensitive attribute, expected one behind '@'",
                             shown);
    }
  return privacy_specification_fail_unknown (specification->text, error);
}

DeidPrivacyModel *
deid_privacy_model_new_from_specification (const char *text, const char *sensitive, GError **error)
{
  DeidSpecification specification;
  gboolean names_sensitive;
  DeidPrivacyModel *model = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  if (deid_specification_init (&specification, "privacy model", text, error))
    {
      names_sensitive = specification.column != NULL;
      if (!names_sensitive)
        specification.column = sensitive;
      model = specification.n_parts > 0
                  ? privacy_specification_make_model (&specification, names_sensitive, error)
                  : privacy_specification_fail_unknown (text, error);
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
