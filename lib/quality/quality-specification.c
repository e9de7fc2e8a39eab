/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The specifications of the library's models: a name, the aggregate where there is one and
 * parameters behind colons, and a column behind an @. */
#include "quality/quality-model-private.h"

#include "base/handle.h"
#include "base/text.h"
#include "quality/models.h"

/* Returns: an aggregate by its name, or -1. */
static int
find_aggregate (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (deid_aggregate_names); i++)
    if (g_str_equal (name, deid_aggregate_names[i]))
      return (int) i;
  return -1;
}

/* The aggregate of a model that has one, which was found. */
static DeidAggregate
get_aggregate (const DeidSpecification *specification)
{
  return (DeidAggregate) find_aggregate (specification->parts[1]);
}

typedef DeidQualityModel *(*QualitySpecificationMake) (DeidSpecification *specification,
                                                       GError **error);

static DeidQualityModel *
make_loss (DeidSpecification *specification, GError **error)
{
  double factor = 0.5;

  if (specification->n_parts > 2 && !deid_double_from_decimal (specification->parts[2], &factor))
    return deid_specification_fail (specification, 2, "a number", error);
  return deid_quality_model_new_iyengar_loss (get_aggregate (specification), factor, error);
}

static DeidQualityModel *
make_ce (DeidSpecification *specification, GError **error)
{
  return deid_quality_model_new_classification_error (specification->column, error);
}

/* Of a model that has one aggregate, which may be left out. */
static DeidQualityModel *
make_ebil (DeidSpecification *specification, GError **error)
{
  if (specification->n_parts == 1
      || g_str_equal (specification->parts[1], deid_aggregate_names[DEID_AGGREGATE_SUM]))
    return deid_quality_model_new_entropy_information_loss ();
  return deid_specification_fail (specification, 1, "sum", error);
}

static DeidQualityModel *
quality_specification_make_payout (DeidSpecification *specification, GError **error)
{
  return deid_specification_read (specification, "nnnn", error)
             ? deid_quality_model_new_publisher_payout (
                 g_str_equal (specification->parts[0], "payout") ? DEID_PROSECUTOR
                                                                 : DEID_JOURNALIST,
                 specification->values[0].number, specification->values[1].number,
                 specification->values[2].number, specification->values[3].number, error)
             : NULL;
}

/* A model that has nothing but its aggregate is made of that alone, one that has nothing at all of
 * nothing. */
static const struct
{
  const char *name;
  guint min_parts, max_parts; /* the name included */
  gboolean has_aggregate;
  gboolean has_column;
  QualitySpecificationMake make;
  DeidQualityModel *(*make_of_aggregate) (DeidAggregate aggregate, GError **error);
  DeidQualityModel *(*make_alone) (void);
  const char *form;
  const char *summary;
} quality_specification_models[] = {
  { "loss", 2, 3, TRUE, FALSE, make_loss, NULL, NULL, "loss:AGGREGATE[:FACTOR]",
    "the share of the domain that a label covers, 1 if suppressed; FACTOR (default 0.5) weighs "
    "generalization against suppression" },
  { "precision", 2, 2, TRUE, FALSE, NULL, deid_quality_model_new_precision, NULL,
    "precision:AGGREGATE",
    "the level of a value as a share of the height of its hierarchy; 1 if suppressed" },
  { "height", 2, 2, TRUE, FALSE, NULL, deid_quality_model_new_height, NULL, "height:AGGREGATE",
    "the level of a value, suppressed or not" },
  { "nuentropy", 2, 2, TRUE, FALSE, NULL, deid_quality_model_new_non_uniform_entropy, NULL,
    "nuentropy:AGGREGATE",
    "the information that a label loses, given how often each value occurs" },
  { "normentropy", 2, 2, TRUE, FALSE, NULL, deid_quality_model_new_normalized_non_uniform_entropy,
    NULL, "normentropy:AGGREGATE",
    "the information that a label loses, as a share of the entropy of its column" },
  { "ebil", 1, 2, FALSE, FALSE, make_ebil, NULL, NULL, "ebil[:sum]",
    "the logarithm of the number of leaves that a label covers" },
  { "dm", 1, 1, FALSE, FALSE, NULL, NULL, deid_quality_model_new_discernibility, "dm",
    "the size of a record's class, or of the table if the record is suppressed" },
  { "dmstar", 1, 1, FALSE, FALSE, NULL, NULL, deid_quality_model_new_monotonic_discernibility,
    "dmstar", "the size of a record's class, suppressed or not" },
  { "aecs", 1, 1, FALSE, FALSE, NULL, NULL, deid_quality_model_new_average_class_size, "aecs",
    "1 divided by the number of classes" },
  { "ambiguity", 1, 1, FALSE, FALSE, NULL, NULL, deid_quality_model_new_ambiguity, "ambiguity",
    "the number of combinations of values that the labels of a record allow" },
  { "kl", 1, 1, FALSE, FALSE, NULL, NULL, deid_quality_model_new_kl_divergence, "kl",
    "how much the values of a record surprise a reader of the release" },
  { "ce", 1, 1, FALSE, TRUE, make_ce, NULL, NULL, "ce@COLUMN",
    "the records whose value of COLUMN is not the most frequent one of their class" },
  { "payout", 5, 5, FALSE, FALSE, quality_specification_make_payout, NULL, NULL,
    "payout:BENEFIT:LOSS:GAIN:COST",
    "the payout that the publisher loses, if the adversary knows who is in the table" },
  { "payoutmap", 5, 5, FALSE, FALSE, quality_specification_make_payout, NULL, NULL,
    "payoutmap:BENEFIT:LOSS:GAIN:COST",
    "the payout that the publisher loses, if the adversary knows the population" },
};

static DeidQualityModel *
quality_specification_fail_unknown (const char *text, GError **error)
{
  g_autoptr (GString) usages = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (quality_specification_models); i++)
    deid_specification_append_usage (usages, i, G_N_ELEMENTS (quality_specification_models),
                                     quality_specification_models[i].form);
  return deid_fail_null (error, DEID_ERROR_PARSE,
                         "quality model '%s', expected %s, AGGREGATE being arith, geo, max or sum",
                         DEID_SHOW (text), usages->str);
}

static DeidQualityModel *
quality_specification_make (guint i, DeidSpecification *specification, GError **error)
{
  if (quality_specification_models[i].make != NULL)
    return quality_specification_models[i].make (specification, error);
  return quality_specification_models[i].make_alone != NULL
             ? quality_specification_models[i].make_alone ()
             : quality_specification_models[i].make_of_aggregate (get_aggregate (specification),
                                                                  error);
}

static gboolean
quality_specification_is_of (guint i, const DeidSpecification *specification)
{
  return g_str_equal (specification->parts[0], quality_specification_models[i].name)
         && specification->n_parts >= quality_specification_models[i].min_parts
         && specification->n_parts <= quality_specification_models[i].max_parts
         && quality_specification_models[i].has_column == (specification->column != NULL)
         && (!quality_specification_models[i].has_aggregate
             || find_aggregate (specification->parts[1]) >= 0);
}

static DeidQualityModel *
quality_specification_make_model (DeidSpecification *specification, GError **error)
{
  for (guint i = 0; specification->n_parts > 0 && i < G_N_ELEMENTS (quality_specification_models);
       i++)
    if (quality_specification_is_of (i, specification))
      return quality_specification_make (i, specification, error);
  return quality_specification_fail_unknown (specification->text, error);
}

DeidQualityModel *
deid_quality_model_new_from_specification (const char *text, GError **error)
{
  DeidSpecification specification;
  DeidQualityModel *model = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  if (deid_specification_init (&specification, "quality model", text, error))
    model = quality_specification_make_model (&specification, error);
  deid_specification_clear (&specification);
  return model;
}

char **
deid_quality_model_list_specifications (char ***summaries)
{
  DeidSpecificationList list;

  deid_specification_list_init (&list);
  for (guint i = 0; i < G_N_ELEMENTS (quality_specification_models); i++)
    deid_specification_list_add (&list, quality_specification_models[i].form,
                                 quality_specification_models[i].summary);
  return deid_specification_list_end (&list, summaries);
}
