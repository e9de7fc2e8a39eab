/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once a problem has the model.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_QUALITY_H
#define DEID_QUALITY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-error.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidQualityModel:
 *
 * How the loss of a policy is measured. The loss grows as data are generalized and suppressed. A
 * model can be changed until it is given to a problem.
 */
typedef struct DeidQualityModel DeidQualityModel;

/**
 * DeidAggregate:
 * @DEID_AGGREGATE_ARITHMETIC_MEAN: sum of w x over sum of w; in [0, 1]
 * @DEID_AGGREGATE_GEOMETRIC_MEAN: P^(1 / sum of w) - 1, where P is the product of (1 + x)^w; in [0,
 *   1]
 * @DEID_AGGREGATE_MAXIMUM: greatest w x over greatest w; in [0, 1]
 * @DEID_AGGREGATE_SUM: sum of w x; in [0, sum of w]
 *
 * How the losses x of the attributes, each with its weight w, are combined.
 */
typedef enum
{
  DEID_AGGREGATE_ARITHMETIC_MEAN = 0,
  DEID_AGGREGATE_GEOMETRIC_MEAN = 1,
  DEID_AGGREGATE_MAXIMUM = 2,
  DEID_AGGREGATE_SUM = 3
} DeidAggregate;

DEID_AVAILABLE_IN_0_1
GType deid_quality_model_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_ref (DeidQualityModel *model);

/**
 * deid_quality_model_unref:
 * @model: (transfer full): a quality model
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_unref (DeidQualityModel *model);

/**
 * deid_quality_model_new_iyengar_loss:
 * @aggregate: how the losses of the attributes are combined
 * @factor: g, from 0 (suppression costs nothing by itself) over 0.5 (neutral) to 1 (generalization
 *   costs nothing); taken as the shortest decimal that reads back to it
 *
 * Creates Iyengar's loss: a value costs the share of the domain that its label stands for.
 *
 * The hierarchy of an attribute has D leaves; s = min(1, 2g) and e = min(1, 2 - 2g). A kept value
 * whose label covers n leaves costs e (n - 1) / (D - e), a suppressed one s + (1 - s)(n - 1) / (D -
 * 1); both cost 0 if D is 1. With g = 0.5 a kept value costs (n - 1) / (D - 1), a suppressed one 1.
 * The loss of an attribute is the mean over all records.
 *
 * The sums are kept as integers and divided at the very end, so that a loss has the same bits
 * whatever the order of work. They must fit: D times the denominator of the factor, 10 for 0.3,
 * must be below 2^64, otherwise a run fails with %DEID_ERROR_TOO_LARGE. Up to nine decimal places
 * always fit.
 *
 * Its specification is `loss:AGGREGATE`, or `loss:AGGREGATE:FACTOR` if the factor is not 0.5.
 *
 * Source: V. S. Iyengar, "Transforming data to satisfy privacy constraints", KDD 2002.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a factor outside [0, 1] or an unknown aggregate.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_iyengar_loss (DeidAggregate aggregate, double factor,
                                                       GError **error);

/**
 * deid_quality_model_new_precision:
 * @aggregate: how the losses of the attributes are combined
 *
 * Creates a model of the loss of precision, `precision:AGGREGATE`: how far up its hierarchy a value
 * is generalized. A kept value on level h of a hierarchy with the levels 0 to H costs h / H, a
 * suppressed one 1; both cost 0 if H is 0. With the arithmetic mean the loss is 1 - Prec. With cuts
 * h and H are those of #DeidQualityInput: a run of l + 1 out of n values costs l / (n - 1), its
 * share of the pairs of neighbours.
 *
 * Source: L. Sweeney, "Achieving k-anonymity privacy protection using generalization and
 * suppression", International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems 10(5),
 * 2002.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for an unknown aggregate.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_precision (DeidAggregate aggregate, GError **error);

/**
 * deid_quality_model_new_discernibility:
 *
 * Creates the discernibility metric, `dm`: a kept record costs the size of its class, a suppressed
 * record the number of all records. For N records, of which those in S are suppressed, the loss is
 *
 *     DM / N^2, DM = sum over the classes E that are kept of |E|^2 + |S| N.
 *
 * The published measure DM is the loss times N^2. N must be below 2^32, otherwise a run fails with
 * %DEID_ERROR_TOO_LARGE.
 *
 * Source: R. J. Bayardo, R. Agrawal, "Data privacy through optimal k-anonymization", ICDE 2005.
 * Returns: (transfer full): a new model
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_discernibility (void);

/**
 * deid_quality_model_set_attribute_weight:
 * @model: a quality model
 * @attribute: the name of a quasi-identifier
 * @weight: its weight in the aggregate, from 1e-9 to 1e9; 1 by default
 *
 * Sets how much an attribute counts in the aggregate. A problem refuses a name that is no
 * quasi-identifier.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, also for a model that costs classes as a whole;
 * %DEID_ERROR_NO_MEMORY.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_quality_model_set_attribute_weight (DeidQualityModel *model, const char *attribute,
                                                  double weight, GError **error);

/**
 * deid_quality_model_get_attribute_weight:
 * @model: a quality model
 * @attribute: the name of a quasi-identifier
 *
 * Returns: the weight of the attribute, 1 unless set
 */
DEID_AVAILABLE_IN_0_1
double deid_quality_model_get_attribute_weight (const DeidQualityModel *model,
                                                const char *attribute);

/**
 * deid_quality_model_new_from_specification:
 * @text: a model as deid_quality_model_to_specification() writes it: `loss:AGGREGATE`, with a
 *   factor other than 0.5 behind another colon, such as `loss:arith:0.2`; `precision:AGGREGATE`,
 *   `height:AGGREGATE`, `nuentropy:AGGREGATE` or `normentropy:AGGREGATE`; `ebil:sum`, or `ebil`;
 *   `dm`, `dmstar`, `aecs`, `ambiguity`, `kl`, `ce@COLUMN`; `payout:BENEFIT:LOSS:GAIN:COST` or
 *   `payoutmap:BENEFIT:LOSS:GAIN:COST`. AGGREGATE is `arith`, `geo`, `max` or `sum`
 *
 * Creates a model from its specification, without attribute weights. `docs/models.md` lists all of
 * them, and defines those without a constructor: what each costs, its formula and its source.
 * COLUMN is escaped as in a URI: `%25` for `%`, and `%2B` for `+`, which may also stand unescaped.
 * Errors: %DEID_ERROR_PARSE, %DEID_ERROR_INVALID_ARGUMENT. Complexity: O(length of @text).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_from_specification (const char *text, GError **error);

/**
 * deid_quality_model_list_specifications:
 * @summaries: (out) (optional) (transfer full) (array zero-terminated=1): a sentence on each model;
 *   free it with g_strfreev()
 *
 * Lists the forms of the library's models, for help texts and choosers, such as
 * `loss:AGGREGATE[:FACTOR]` or `ce@COLUMN`. Capitals stand for values, brackets enclose optional
 * parts. AGGREGATE is `arith`, `geo`, `max` or `sum`. Complexity: O(models).
 * Returns: (transfer full) (array zero-terminated=1): the forms; free them with g_strfreev()
 */
DEID_AVAILABLE_IN_0_1
char **deid_quality_model_list_specifications (char ***summaries);

/**
 * deid_quality_model_has_aggregate:
 * @model: a quality model
 *
 * Returns: whether an aggregate combines the losses of the quasi-identifiers; not in a model that
 *   costs classes
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_quality_model_has_aggregate (const DeidQualityModel *model);

/**
 * deid_quality_model_get_aggregate:
 * @model: a quality model
 *
 * Returns: the aggregate; %DEID_AGGREGATE_ARITHMETIC_MEAN without one, see
 *   deid_quality_model_has_aggregate()
 */
DEID_AVAILABLE_IN_0_1
DeidAggregate deid_quality_model_get_aggregate (const DeidQualityModel *model);

/**
 * deid_quality_model_to_specification:
 * @model: a quality model
 *
 * Returns: (transfer full): the specification of the model, without attribute weights. Columns
 *   stand behind an `@`, joined by `+`; a `+` in a name is written `%2B`, a `%` is written `%25`
 */
DEID_AVAILABLE_IN_0_1
char *deid_quality_model_to_specification (const DeidQualityModel *model);

G_END_DECLS

#endif
