/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: the loss. Where classes are costed it is made of what they were found to cost;
 * otherwise of what each value costs by the model's own plain definition or, where it has none, by
 * its costs, in extended precision. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/rational.h"
#include "quality/attribute-costs.h"
#include "release/verify-private.h"

#define TOLERANCE 1e-9L

/* What each value of an attribute costs. */
typedef struct
{
  double *kept;
  double *suppressed;
} Prices;

static gboolean
add_label (DeidDictionary *labels, const char *label, guint32 *code, GError **error)
{
  return label != NULL && label[0] != '\0'
             ? deid_dictionary_add (labels, label, strlen (label), code, error)
             : deid_dictionary_add_missing (labels, code, error);
}

/* Counts for each value of an attribute how many leaves its label covers, and all leaves. */
static guint64 *
count_leaves (const DeidVerifiedAttribute *attribute, guint64 *n_leaves, GError **error)
{
  const DeidHierarchy *hierarchy = attribute->hierarchy;
  const DeidDictionary *values = &attribute->source->dictionary;
  const gboolean is_suppression = deid_hierarchy_is_suppression (hierarchy);
  const DeidDictionary *leaves = is_suppression ? values : &hierarchy->levels[0].labels;
  const gboolean missing_apart = !is_suppression && values->missing != DEID_NO_CODE
                                 && deid_dictionary_find (leaves, "", 0) == DEID_NO_CODE;
  g_autofree guint64 *by_label = deid_alloc ((guint64) leaves->n + 1, sizeof *by_label, error);
  g_autofree guint64 *by_code
      = by_label != NULL ? deid_alloc (values->n, sizeof *by_code, error) : NULL;
  gboolean success = by_code != NULL;
  DeidDictionary labels;
  guint32 label;

  *n_leaves = (guint64) leaves->n + (missing_apart ? 1 : 0);
  deid_dictionary_init (&labels);
  for (guint32 leaf = 0; success && leaf < leaves->n; leaf++)
    {
      const char *text = is_suppression
                             ? attribute->expected[leaf]
                             : deid_hierarchy_generalize (
                                 hierarchy, deid_dictionary_get (leaves, leaf), attribute->level);

      success = add_label (&labels, text, &label, error);
      if (success)
        by_label[label]++;
    }
  if (success && missing_apart)
    {
      success = add_label (&labels, attribute->expected[values->missing], &label, error);
      if (success)
        by_label[label]++;
    }
  for (guint32 code = 0; success && code < values->n; code++)
    {
      success = add_label (&labels, attribute->expected[code], &label, error);
      if (success)
        by_code[code] = by_label[label];
    }
  deid_dictionary_clear (&labels);
  return success ? g_steal_pointer (&by_code) : NULL;
}

static gboolean
price_by_definition (const DeidQualityModelFuncs *funcs, const DeidVerifiedAttribute *attribute,
                     Prices *prices, GError **error)
{
  const guint n_levels = deid_hierarchy_get_n_levels (attribute->hierarchy);
  guint64 n_leaves;
  g_autofree guint64 *covered = count_leaves (attribute, &n_leaves, error);

  if (covered == NULL)
    return FALSE;
  for (guint32 code = 0; code < attribute->source->dictionary.n; code++)
    {
      prices->kept[code] = funcs->recheck.func (covered[code], n_leaves, attribute->level, n_levels,
                                                FALSE, funcs->recheck.data);
      prices->suppressed[code] = funcs->recheck.func (covered[code], n_leaves, attribute->level,
                                                      n_levels, TRUE, funcs->recheck.data);
    }
  return TRUE;
}

static void
price_extents (const DeidAttributeCosts *costs, guint level, guint32 n_codes, Prices *prices)
{
  const guint32 *labels = costs->attribute->levels[level].labels;
  const guint32 *originals = costs->attribute->levels[0].labels;
  const double denominator = (double) costs->denominator;

  for (guint32 code = 0; code < n_codes; code++)
    {
      const double extent = costs->extents[level][labels[code]];

      const double original
          = costs->relative ? (double) costs->kept * costs->extents[0][originals[code]] : 0;

      prices->kept[code] = ((double) costs->kept * extent - original) / denominator;
      prices->suppressed[code]
          = ((double) costs->suppressed + (double) costs->covered * extent - original)
            / denominator;
    }
}

static gboolean
price_by_costs (const DeidVerification *verification, guint a, Prices *prices, GError **error)
{
  const DeidVerifiedAttribute *attribute = &verification->attributes[a];
  const DeidProblem *problem = verification->result->problem;
  DeidAttributeCosts costs;
  const gboolean success
      = deid_attribute_costs_init (&costs, problem->quality, verification->quality_state,
                                   &verification->quality_input, a, error);

  if (success)
    price_extents (&costs, attribute->level, attribute->source->dictionary.n, prices);
  deid_attribute_costs_clear (&costs);
  return success;
}

static gboolean
compute_attribute_loss (const DeidVerification *verification, guint a, long double *loss,
                        GError **error)
{
  const DeidQualityModelFuncs *funcs = verification->result->problem->quality->funcs;
  const DeidVerifiedAttribute *attribute = &verification->attributes[a];
  const DeidDataset *source = verification->source;
  const guint32 n_codes = attribute->source->dictionary.n;
  g_autofree double *kept = deid_alloc (n_codes, sizeof *kept, error);
  g_autofree double *suppressed
      = kept != NULL ? deid_alloc (n_codes, sizeof *suppressed, error) : NULL;
  Prices prices = { kept, suppressed };
  long double sum = 0;

  if (suppressed == NULL)
    return FALSE;
  if (!(funcs->recheck.func != NULL ? price_by_definition (funcs, attribute, &prices, error)
                                    : price_by_costs (verification, a, &prices, error)))
    return FALSE;
  for (guint64 row = 0; row < source->n_rows; row++)
    sum += (long double) deid_dataset_get_weight (source, row)
           * (verification->kept[row]
                  ? kept
                  : suppressed)[deid_codes_get (&attribute->source->codes, row)];
  *loss = sum / (long double) source->n_records;
  return TRUE;
}

/* The aggregate of the losses of all attributes, and the greatest value it could have. */
static gboolean
compute_loss_of_values (const DeidVerification *verification, long double *loss, long double *scale,
                        GError **error)
{
  const DeidQualityModel *model = verification->result->problem->quality;
  long double sum = 0, logarithms = 0, greatest = 0, weights = 0, greatest_weight = 0;

  for (guint a = 0; a < verification->n_attributes; a++)
    {
      const DeidVerifiedAttribute *attribute = &verification->attributes[a];
      const long double weight = deid_quality_model_get_weight (model, attribute->source->name);
      long double x;

      if (!compute_attribute_loss (verification, a, &x, error))
        return FALSE;
      sum += weight * x;
      logarithms += weight * log1pl (x);
      greatest = MAX (greatest, weight * x);
      weights += weight;
      greatest_weight = MAX (greatest_weight, weight);
    }
  *scale = MAX (1, weights);
  switch (model->aggregate)
    {
    case DEID_AGGREGATE_GEOMETRIC_MEAN:
      *loss = expm1l (logarithms / weights);
      break;
    case DEID_AGGREGATE_MAXIMUM:
      *loss = greatest / greatest_weight;
      break;
    case DEID_AGGREGATE_SUM:
      *loss = sum;
      break;
    case DEID_AGGREGATE_ARITHMETIC_MEAN:
    default:
      *loss = sum / weights;
    }
  return TRUE;
}

gboolean
deid_verify_loss (DeidVerification *verification, GError **error)
{
  const DeidQualityModel *model = verification->result->problem->quality;
  char computed[DEID_DECIMAL_SIZE], stated[DEID_DECIMAL_SIZE];
  long double loss, scale;

  if (deid_quality_model_is_separable (model))
    {
      if (!compute_loss_of_values (verification, &loss, &scale, error))
        return FALSE;
    }
  else
    {
      loss = deid_quality_model_finish (model, &verification->quality_input,
                                        verification->quality_state, (double) verification->cost);
      scale = MAX (1, fabsl (loss));
    }
  if (fabsl (loss - verification->result->loss) <= TOLERANCE * scale)
    return TRUE;
  deid_double_to_decimal ((double) loss, computed);
  deid_double_to_decimal (verification->result->loss, stated);
  return deid_verification_fail (verification, error, "the loss is %s, the result says %s",
                                 computed, stated);
}
