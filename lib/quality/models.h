/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "privacy/models.h"

#include <deid/deid.h>

/* Models that a host makes by their specifications alone. docs/models.md defines them, and says
 * what their parameters may be; a parameter outside its range gives %DEID_ERROR_INVALID_ARGUMENT.
 */

/* `height`: the level of a value, whether it is suppressed or not. */
DeidQualityModel *deid_quality_model_new_height (DeidAggregate aggregate, GError **error);

/* `nuentropy`: the information that a label loses, if it is known how often values occur. */
DeidQualityModel *deid_quality_model_new_non_uniform_entropy (DeidAggregate aggregate,
                                                              GError **error);

/* `normentropy`: the same as a share of the entropy of its column. */
DeidQualityModel *deid_quality_model_new_normalized_non_uniform_entropy (DeidAggregate aggregate,
                                                                         GError **error);

/* `ebil`: the logarithm of the number of combinations of leaves that the labels cover. */
DeidQualityModel *deid_quality_model_new_entropy_information_loss (void);

/* `dmstar`: the number of records in the class of a record, suppressed or not. */
DeidQualityModel *deid_quality_model_new_monotonic_discernibility (void);

/* `aecs`: 1 over the number of classes. */
DeidQualityModel *deid_quality_model_new_average_class_size (void);

/* `ambiguity`: the number of combinations of values that the labels of a record allow. */
DeidQualityModel *deid_quality_model_new_ambiguity (void);

/* `kl`: the divergence of the distribution that the release suggests from that of the table. */
DeidQualityModel *deid_quality_model_new_kl_divergence (void);

/* `ce`: the records without the most frequent value of @response in their class. */
DeidQualityModel *deid_quality_model_new_classification_error (const char *response,
                                                               GError **error);

/* `payout`, or of a journalist `payoutmap`: what the publisher is not paid. */
DeidQualityModel *deid_quality_model_new_publisher_payout (DeidAttacker attacker, double benefit,
                                                           double loss, double gain, double cost,
                                                           GError **error);
