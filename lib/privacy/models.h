/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Models that a host makes by their specifications alone. docs/models.md defines them, and says
 * what their parameters may be; a parameter outside its range gives %DEID_ERROR_INVALID_ARGUMENT.
 */

/* Who attacks: a prosecutor knows who is in the table, a journalist who is in the population. */
typedef enum
{
  DEID_PROSECUTOR,
  DEID_JOURNALIST
} DeidAttacker;

/* The base of the logarithm of delta-disclosure privacy. */
typedef enum
{
  DEID_LOGARITHM_BINARY,
  DEID_LOGARITHM_NATURAL,
  DEID_LOGARITHM_DECIMAL
} DeidLogarithm;

/* Whether delta-disclosure privacy judges values that the table has and a class lacks. */
typedef enum
{
  DEID_ABSENT_VALUES_IGNORED,
  DEID_ABSENT_VALUES_COUNT
} DeidAbsentValues;

/* `ak`: at least @k records, and a share of at most @alpha for each of @values, or all if NULL. */
DeidPrivacyModel *deid_privacy_model_new_alpha_k_anonymity (const char *sensitive, double alpha,
                                                            guint64 k, const char *const *values,
                                                            GError **error);

/* `bl`: no value is more than 1 + @beta times as frequent as in the table. */
DeidPrivacyModel *deid_privacy_model_new_beta_likeness (const char *sensitive, double beta,
                                                        GError **error);

/* `ebl`: no value of frequency q is more than 1 + min (@beta, -ln q) times as frequent. */
DeidPrivacyModel *deid_privacy_model_new_enhanced_beta_likeness (const char *sensitive, double beta,
                                                                 GError **error);

/* `dd`: |log (p / q)| is below @delta for each value. */
DeidPrivacyModel *deid_privacy_model_new_delta_disclosure (const char *sensitive, double delta,
                                                           DeidLogarithm base,
                                                           DeidAbsentValues absent, GError **error);

/* `dl` with `known`: at least @l distinct values; a missing value does not count. */
DeidPrivacyModel *deid_privacy_model_new_known_l_diversity (const char *sensitive, guint64 l,
                                                            GError **error);

/* `elg`: the entropy, as Grassberger estimates it, is at least log @l. */
DeidPrivacyModel *deid_privacy_model_new_grassberger_l_diversity (const char *sensitive, double l,
                                                                  GError **error);

/* `persons`: each person that is released shares what an attacker may know of its rows with at
 * least @k - 1 others: all rows if @n_known is 0, or so many of them and, if @knows_number, how
 * many it has. Persons are withheld with all their rows. They are the values of @column, or of the
 * entity column if that is NULL. */
DeidPrivacyModel *deid_privacy_model_new_persons (const char *column, guint64 k, guint64 n_known,
                                                  gboolean knows_number, GError **error);

/* `payout`, or of a journalist `payoutmap`: the publisher's payout for a class is above 0. */
DeidPrivacyModel *deid_privacy_model_new_cost_benefit (DeidAttacker attacker, double benefit,
                                                       double loss, double gain, double cost,
                                                       GError **error);

/* `noattack`, or of a journalist `noattackmap`: the attacker gains nothing. */
DeidPrivacyModel *deid_privacy_model_new_no_attack (DeidAttacker attacker, double gain, double cost,
                                                    GError **error);

/* `uniq`: a share of at most @threshold of the records is alone in its class. */
DeidPrivacyModel *deid_privacy_model_new_sample_uniqueness (double threshold, GError **error);

/* `km`: each combination of labels of at most @m columns that occurs has at least @k records. */
DeidPrivacyModel *deid_privacy_model_new_km_anonymity (guint64 k, guint m, GError **error);

/* `km` of a column: each combination of labels of at most @m values of one of its cells, which are
 * sets, is in the cells of at least @k records. */
DeidPrivacyModel *deid_privacy_model_new_km_of_items (const char *column, guint64 k, guint m,
                                                      GError **error);

/* `atrisk`, or of a journalist `jatrisk`: a share of at most @share of the records has a risk above
 * @risk. */
DeidPrivacyModel *deid_privacy_model_new_records_at_risk (DeidAttacker attacker, double risk,
                                                          double share, GError **error);

/* `pu` of a size: a share of at most @threshold of the population is unique. */
DeidPrivacyModel *deid_privacy_model_new_population_uniqueness (DeidUniquenessEstimator estimator,
                                                                guint64 population_size,
                                                                double threshold, GError **error);

/* `pu` of a sampling fraction: the population has the records of the table over @fraction. */
DeidPrivacyModel *deid_privacy_model_new_population_uniqueness_of_fraction (
    DeidUniquenessEstimator estimator, double fraction, double threshold, GError **error);

/* `pu` of `survey`: the population has as many members as the survey weights sum up to. */
DeidPrivacyModel *
deid_privacy_model_new_population_uniqueness_of_survey (DeidUniquenessEstimator estimator,
                                                        double threshold, GError **error);
