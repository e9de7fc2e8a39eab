/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees; of a decision on sensitive
 *   values, O(distinct values of the class) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL. Constructors
 *   of models fail with %DEID_ERROR_INVALID_ARGUMENT if a number is out of its range, not finite or
 *   not an exact fraction of 64-bit integers, or if @sensitive is empty.
 * @sensitive: the name of a sensitive attribute, in which a missing value counts as one more value.
 * @l: the diversity, at least 1, taken as the shortest decimal that reads back to it.
 * @t: the largest distance allowed, from 0 to 1, taken as the shortest decimal that reads back to
 *   it. Distances are compared exactly, in integers: a class at a distance of just @t passes.
 * @threshold: the greatest value allowed, taken as the shortest decimal that reads back to it.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_PRIVACY_H
#define DEID_PRIVACY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-error.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidPrivacyModel:
 *
 * A condition that each equivalence class of a released table must meet. The records of classes
 * that fail it are suppressed. Some models are conditions on all released classes together: see
 * deid_privacy_model_funcs_set_accept_table(). A release must meet all models of a problem.
 * Immutable.
 *
 * A model is a condition on one table, and promises nothing beyond it:
 *
 * - Two releases of the same people are judged one by one. Their difference can reveal the
 *   sensitive value of a person who is in only one of them, whichever models both meet. See
 *   deid_stored_policy_evaluate().
 * - Someone who knows the models, and that a class was suppressed, learns that it fails one of
 *   them.
 * - Models of sensitive values judge only classes. They do not limit what an attacker learns who
 *   knows the program that made the release: see `docs/not-promised.md`.
 * - Reference distributions are those of the table before suppression, not of the released table.
 * - Conditions on sensitive values count values, not the persons who have them: several records of
 *   one person can meet them. To count persons, add an entity column and k-anonymity.
 * - A missing value is a value of its own. An attacker may read it as "any value". Then classes
 *   overlap, and a missing sensitive value adds nothing to their diversity.
 */
typedef struct DeidPrivacyModel DeidPrivacyModel;

/**
 * DeidClosure:
 * @DEID_CLOSURE_NONE: joining classes says nothing about the verdict
 * @DEID_CLOSURE_UNION: the union of two classes that pass passes
 * @DEID_CLOSURE_SUPERSET: a class that passes still passes when any records join it
 *
 * How a model's verdict behaves when equivalence classes are joined. A search relies on this alone
 * to leave out policies. %DEID_CLOSURE_SUPERSET implies %DEID_CLOSURE_UNION.
 */
typedef enum
{
  DEID_CLOSURE_NONE = 0,
  DEID_CLOSURE_UNION = 1,
  DEID_CLOSURE_SUPERSET = 2
} DeidClosure;

DEID_AVAILABLE_IN_0_1
GType deid_privacy_model_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_ref (DeidPrivacyModel *model);

/**
 * deid_privacy_model_unref:
 * @model: (transfer full): a privacy model
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_unref (DeidPrivacyModel *model);

/**
 * deid_privacy_model_new_k_anonymity:
 * @k: the smallest class size allowed, at least 1
 *
 * Creates k-anonymity, `k:K`: every class has at least @k records or, with an entity column,
 * records of at least @k persons. Rows without an entity value count as one person together.
 * Superset-closed.
 *
 * Source: P. Samarati, L. Sweeney, "Protecting privacy when disclosing information: k-anonymity and
 * its enforcement through generalization and suppression", SRI-CSL-98-04, 1998.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @k is 0. Complexity of a decision: O(1); with an entity
 * column O(rows of the class).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_k_anonymity (guint64 k, GError **error);

/**
 * deid_privacy_model_new_distinct_l_diversity:
 *
 * Creates distinct l-diversity, `dl:L`: every class has at least @l distinct values of @sensitive.
 * Several records of one person count like those of several persons: add k-anonymity if persons
 * have several records. Superset-closed. Complexity of a decision: O(1) on the distribution of the
 * class.
 *
 * Source: A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam, "l-Diversity: privacy
 * beyond k-anonymity", ACM TKDD 1(1), 2007.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_distinct_l_diversity (const char *sensitive, guint64 l,
                                                               GError **error);

/**
 * deid_privacy_model_new_entropy_l_diversity:
 *
 * Creates entropy l-diversity, `el:L`: in every class, the values of @sensitive are at least as
 * diverse as @l equally frequent ones. Their Shannon entropy, - sum p log p, is at least log(@l).
 * With counts c in a class of n records the condition is prod c^c <= (n/@l)^n. It is decided
 * exactly: by logarithms where their error cannot matter, otherwise by integer arithmetic. A class
 * of @l equally frequent values passes.
 *
 * Union-closed. Necessary, and superset-closed: there are at least @l distinct values.
 *
 * Source: definition 4.1 of that of deid_privacy_model_new_distinct_l_diversity().
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_entropy_l_diversity (const char *sensitive, double l,
                                                              GError **error);

/**
 * deid_privacy_model_new_recursive_l_diversity:
 * @c: how dominant the most frequent value may be, above 0; taken as the shortest decimal that
 *   reads back to it
 *
 * Creates recursive (c,l)-diversity, `rcl:C:L`: in every class, the most frequent value of
 * @sensitive occurs less than @c times as often as the @l-th and rarer values together.
 *
 * Let r_1 >= ... >= r_m be the numbers of records of each value in the class. The condition is r_1
 * < @c (r_@l + ... + r_m), decided in integers. A class fails if both sides are equal, or if it has
 * fewer than @l distinct values, because the right side is then 0. With @l = 1 the right side is @c
 * times the size of the class, so no value may have a share of @c or more.
 *
 * Union-closed. Necessary for m distinct values, and superset-closed: @c (m - @l + 1) > 1.
 * Complexity of a decision: O(distinct values of the class log its size).
 *
 * Source: definition 4.2 of that of deid_privacy_model_new_distinct_l_diversity().
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_recursive_l_diversity (const char *sensitive, double c,
                                                                guint64 l, GError **error);

/**
 * DeidValueOrder:
 * @DEID_VALUE_ORDER_TEXT: by the bytes of their text
 * @DEID_VALUE_ORDER_INTEGER: as decimal integers of any length, with an optional minus sign
 * @DEID_VALUE_ORDER_DECIMAL: as decimal numbers of any length, with an optional minus sign, an
 *   optional point and an optional exponent such as `e-7`
 * @DEID_VALUE_ORDER_TYPE: by the type of the column, which deid_dataset_set_column_type() sets:
 *   integers and decimals as numbers, dates by day and time, and texts by their bytes
 *
 * How the values of a sensitive attribute are ordered. Numbers are compared exactly. Two texts for
 * the same number, such as `7` and `07`, or for the same second, stay two values, ordered as texts.
 */
typedef enum
{
  DEID_VALUE_ORDER_TEXT = 0,
  DEID_VALUE_ORDER_INTEGER = 1,
  DEID_VALUE_ORDER_DECIMAL = 2,
  DEID_VALUE_ORDER_TYPE = 3
} DeidValueOrder;

/**
 * deid_privacy_model_new_equal_t_closeness:
 *
 * Creates t-closeness with equal distances, `te:T`: in every class, the distribution of the values
 * of @sensitive differs from that in the whole input table by at most @t. Let p be the shares of
 * the values in the class, and q those in the input table, including suppressed records. Any two
 * values are 1 apart, so the condition is 1/2 sum |p_v - q_v| <= @t.
 *
 * Union-closed. Necessary, and superset-closed: the sum of q_v over the values that the class lacks
 * is at most @t.
 *
 * Source: N. Li, T. Li, S. Venkatasubramanian, "t-Closeness: privacy beyond k-anonymity and
 * l-diversity", ICDE 2007, section 5.
 * Errors: a run fails with %DEID_ERROR_TOO_LARGE if the table has 2^63 records or more.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_equal_t_closeness (const char *sensitive, double t,
                                                            GError **error);

/**
 * deid_privacy_model_new_ordered_t_closeness:
 * @order: how its values are ordered
 *
 * Creates t-closeness with ordered distances: `to:T`, which orders by the type of the column,
 * `to:T:int`, `to:T:num` or `to:T:text`. In every class, the distribution of the values of
 * @sensitive differs from that in the whole input table by at most @t; values close to each other
 * in the order count as nearly alike.
 *
 * Let p be the shares of the values in the class, and q those in the input table, including
 * suppressed records. The distance is the earth mover's; the i-th and the j-th of m values are |i -
 * j| / (m - 1) apart: 1 / (m - 1) sum over i < m of |sum over j <= i of (p_j - q_j)| <= @t. The m
 * values are those of the input table, a missing value before all others. If m is 1, every distance
 * is 0.
 *
 * The order of texts puts 10 before 9, and so changes the distance of numbers.
 * %DEID_VALUE_ORDER_TYPE therefore refuses a column of the type text whose values are all numbers
 * or dates, or missing. Give the column its type, or ask for %DEID_VALUE_ORDER_TEXT.
 *
 * Union-closed. Necessary, and superset-closed: the sum over all values v of q_v times the least
 * distance of v from a value of the class is at most @t.
 *
 * Source: that of deid_privacy_model_new_equal_t_closeness().
 * Errors: a run fails with %DEID_ERROR_INVALID_ARGUMENT if a value is not of the kind of @order, or
 * if the type of the column does not tell the order, and with %DEID_ERROR_TOO_LARGE if m - 1 times
 * the number of records reaches 2^63. Complexity of a decision: O(1) for a class that begins too
 * late or ends too early in the order, otherwise O(distinct values of the class log m).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_ordered_t_closeness (const char *sensitive, double t,
                                                              DeidValueOrder order, GError **error);

/**
 * deid_privacy_model_new_hierarchical_t_closeness:
 * @sensitive: the name of a sensitive attribute with a hierarchy:
 *   deid_problem_set_sensitive_hierarchy()
 *
 * Creates t-closeness with hierarchical distances, `th:T`: in every class, the distribution of the
 * values of @sensitive differs from that in the whole input table by at most @t; values in one
 * branch of the hierarchy count as nearly alike.
 *
 * Let p be the shares of the values in the class, and q those in the input table, including
 * suppressed records. The distance is the earth mover's. In a hierarchy of height H, two values
 * whose labels first agree on level h are h / H apart. Let the extra of a label be the sum of p - q
 * over the values below it. The distance is the sum, over all labels above level 0, of height / H
 * times the lesser of the positive and the negative extras of the labels just below.
 *
 * Union-closed. Necessary, and superset-closed: the sum over all values v of q_v times the least
 * distance of v from a value of the class is at most @t.
 *
 * If the top level of the hierarchy has one label, it is the root. If it has several labels, or is
 * the only level, a root is put above it, which adds 1 to H. Leaves that do not occur make no
 * difference. A missing value is the leaf of the empty text if the hierarchy has it, otherwise a
 * leaf of its own just below the root.
 *
 * Source: that of deid_privacy_model_new_equal_t_closeness().
 * Errors: a run fails with %DEID_ERROR_HIERARCHY if @sensitive has no hierarchy, and with
 * %DEID_ERROR_TOO_LARGE if H times the number of records reaches 2^63 or (H - 1) times the number
 * of values 2^32 - 1. Complexity of a decision: O(distinct values of the class x H).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_hierarchical_t_closeness (const char *sensitive, double t,
                                                                   GError **error);

/*
 * These models compare the released table with the population that it is taken from, which
 * deid_problem_set_population() states. A class of the population is its records that have the same
 * labels under the policy, counted by their weights. Neither model looks at the entity column. If a
 * problem with one of them has no population, a run fails with %DEID_ERROR_INVALID_ARGUMENT.
 */

/**
 * deid_privacy_model_new_k_map:
 * @k: the smallest number of records of the population that a class may match, at least 1
 *
 * Creates k-map, `kmap:K`: the labels of every class are those of at least @k records of the
 * population. It protects against the journalist, who looks for the person of a record; k-anonymity
 * protects against the prosecutor, who knows that the person is in the table. Superset-closed.
 *
 * Sources: L. Sweeney, "k-Anonymity: a model for protecting privacy", IJUFKS 10(5), 2002; K. El
 * Emam, F. K. Dankar, "Protecting privacy using k-anonymity", JAMIA 15(5), 2008.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @k is 0. Complexity of a decision: O(1).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_k_map (guint64 k, GError **error);

/**
 * deid_privacy_model_new_delta_presence:
 * @delta_min: the smallest share allowed, from 0 to 1
 * @delta_max: the greatest share allowed, above 0, at least @delta_min and at most 1
 *
 * Creates delta-presence, `dp:MIN:MAX`: the release does not reveal with much certainty whether a
 * person is in the table. Of the records of the population with the labels of a class, a share of
 * at least @delta_min and at most @delta_max is in the table. The shares are taken as the shortest
 * decimals that read back to them, and decided exactly. Union-closed.
 *
 * Necessary, and superset-closed: a class has at least n records, and at least (1 - @delta_max) /
 * @delta_max n records of the population with its labels are not in the table. Here n is the
 * smallest number for which an integer lies between (1 - @delta_max) / @delta_max n and (1 -
 * @delta_min) / @delta_min n; there is no upper bound if @delta_min is 0. The library tries n up to
 * 65536, and takes 1 if a share has more than 13 decimal places.
 *
 * The table must be part of the population: a run fails with %DEID_ERROR_INVALID_ARGUMENT if the
 * table has a combination of values of the quasi-identifiers more often. Suppressed records still
 * belong to the table. A class of the population without records of the table has a share of 0 and
 * cannot be suppressed: if @delta_min is above 0, neither a policy with such a class nor any
 * specialization is a solution.
 *
 * Source: M. E. Nergiz, M. Atzori, C. Clifton, "Hiding the presence of individuals from shared
 * databases", SIGMOD 2007.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a share is out of its range or no exact fraction.
 * Complexity of a decision: O(1).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_delta_presence (double delta_min, double delta_max,
                                                         GError **error);

/*
 * These models judge the released table as a whole. First, all classes that fail the other models
 * are suppressed. If the remaining classes do not meet a model of this kind, the model suppresses
 * *further* classes, those of the greatest risk first, in the order of #DeidSuppressionOrder, until
 * the rest meets it. Further classes count as suppressed like any other, in the limit and in the
 * loss.
 *
 * Risks are those of El Emam. The *prosecutor* knows that a person is in the table: the risk of a
 * record is 1 / n, where n is the size of its class. The *journalist* does not know this, and looks
 * in the population: the risk is 1 / N, where N is the number of records of the population table
 * with the same labels. The *marketer* identifies as many records as possible: the risk is the
 * average of these risks over all released records. If the dataset has an entity column, n counts
 * persons, and averages and shares are over persons, each class counting its own. A limit on the
 * greatest prosecutor risk is k-anonymity, a limit on the greatest journalist risk is k-map.
 *
 * Average risk, uniqueness, population risk and the number of records in classes at risk never rise
 * when a policy is generalized, so searches leave out what they rule out. For average risk and
 * uniqueness, this order suppresses the fewest further records possible. For records at risk and
 * population risk, another choice may suppress fewer, by less than the size of the last class,
 * because a class is suppressed as a whole.
 *
 * Source: K. El Emam, "Guide to the De-Identification of Personal Health Information", CRC Press
 * 2013, chapters 15 to 17.
 */

/**
 * deid_privacy_model_new_average_risk:
 *
 * Creates a limit on the average re-identification risk, `avg:THRESHOLD`, above 0 and at most 1.
 * The risk is the number of released classes over the number of released records or, with an entity
 * column, over the number of persons, each counted once per class (`by_person` of
 * deid_report_new_risks()). It is the risk of a marketer who knows the table; against a population
 * use deid_privacy_model_new_population_risk(). Decided exactly. Complexity of a decision: O(1) for
 * each of O(log classes) questions, O(classes) with an entity column.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_average_risk (double threshold, GError **error);

/**
 * DeidUnmatchedRecords:
 * @DEID_UNMATCHED_RECORDS_ERROR: they end the run with an error that lists their values
 * @DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES: each counts as the only record of the population with
 *   its labels, as long as no other record has them
 *
 * What to do with records whose combination of values no record of the population has.
 */
typedef enum
{
  DEID_UNMATCHED_RECORDS_ERROR = 0,
  DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES = 1
} DeidUnmatchedRecords;

/**
 * DeidRiskScale:
 * @DEID_RISK_SCALE_SUM: the sum over all released records
 * @DEID_RISK_SCALE_MEAN: the sum divided by their number
 *
 * How the risks of single records become the risk of a table.
 */
typedef enum
{
  DEID_RISK_SCALE_SUM = 0,
  DEID_RISK_SCALE_MEAN = 1
} DeidRiskScale;

/**
 * deid_privacy_model_new_population_risk:
 * @gamma: the exponent, a multiple of 0.5 from 0.5 to 4; 1 is usual
 * @scale: whether the threshold limits the sum or the mean
 * @unmatched: what to do with records without a match in the population
 *
 * Creates a limit, above 0, on the population risk of the released table: the sum over its records
 * of 1 / g^ @gamma, or the mean, where g is the number of records of the population table with the
 * labels of the record.
 *
 * With a @gamma of 1 the sum is the number of records that a marketer who knows the population
 * identifies on average, and the mean is the journalist's average risk. Without a population table
 * g is the size of the class. The rarest classes are suppressed first.
 *
 * Decided exactly, for any @gamma. Bounds in integers nearly always decide: each record adds 2^64 /
 * g^@gamma, rounded up, so the sum is too large by less than a unit a record. Otherwise the sum
 * over the distinct g is compared in integers as large as necessary. If square roots remain, the
 * sum is irrational, and is computed to as many bits as distinguish it from the threshold.
 *
 * Its specification is `risk:THRESHOLD`, with `:GAMMA` unless that is 1, then `:mean` for a mean
 * and `:self` if records without a match count themselves.
 *
 * Source: W. Xia, R. Heatherly, X. Ding, J. Li, B. A. Malin, "R-U policy frontiers for health data
 * de-identification", JAMIA 22(5), 2015.
 *
 * Complexity of a decision: O(classes) for each of O(log classes) questions; if a risk is almost
 * equal to the threshold, O(classes log classes + d^2) for d distinct g, and if square roots
 * remain, O(d b^2) for the number b of necessary bits.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_population_risk (double threshold, double gamma,
                                                          DeidRiskScale scale,
                                                          DeidUnmatchedRecords unmatched,
                                                          GError **error);

/**
 * DeidUniquenessEstimator:
 * @DEID_UNIQUENESS_ESTIMATOR_PITMAN: Pitman's sampling formula with the parameters theta and alpha,
 *   0 <= alpha < 1 and theta > -alpha, that maximize the likelihood of the sample. The estimate is
 *   the expected number N Gamma (theta + 1) Gamma (N + theta + alpha - 1) / (Gamma (theta + alpha)
 *   Gamma (N + theta)), for large N Gamma (theta + 1) / Gamma (theta + alpha) N^alpha. There is
 *   none if all records of the sample are unique
 * @DEID_UNIQUENESS_ESTIMATOR_ZAYATZ: Zayatz' equivalence class model: s_1 P N / n. P is the
 *   probability that a class of one in the sample is one of one in the population, by Bayes' rule
 *   with hypergeometric probabilities and the class sizes of the sample in place of those of the
 *   population: (s_1 n / N) / sum_j s_j j C(N - j, n - 1) / C(N, n). There always is an estimate
 * @DEID_UNIQUENESS_ESTIMATOR_SNB: the slide negative binomial model: the size of a class of the
 *   population less 1 has a negative binomial distribution. Its parameters alpha and beta make the
 *   expected numbers of classes of one and of two records in the sample the observed ones. The
 *   estimate is K beta^alpha, with the number K of classes by Shlosser's estimator as modified by
 *   Haas and Stokes. There is none if the sample has no class of two, or no parameters give its
 *   numbers
 * @DEID_UNIQUENESS_ESTIMATOR_DANKAR: the decision rule of Dankar and others: Pitman for samples of
 *   up to a tenth of the population, or Zayatz if that has no estimate; for larger ones the lesser
 *   of Zayatz and SNB, or Zayatz if SNB has none
 *
 * How the number of population uniques is estimated from a sample of n records in u classes, s_j of
 * which have j records, from a population of N. If the sample is the whole population, or has no
 * uniques, every estimate is the number of sample uniques. No estimate is larger than N.
 *
 * Sources: N. Hoshino, "Applying Pitman's sampling formula to microdata disclosure risk
 * assessment", Journal of Official Statistics 17(4), 2001; L. Zayatz, "Estimation of the percent of
 * unique population elements on a microdata file using the sample", US Bureau of the Census, 1991;
 * G. Chen, S. Keller-McNulty, "Estimation of identification disclosure risk in microdata", Journal
 * of Official Statistics 14(1), 1998; P. J. Haas, L. Stokes, "Estimating the number of classes in a
 * finite population", JASA 93(444), 1998; F. K. Dankar, K. El Emam, A. Neisa, T. Roffey,
 * "Estimating the re-identification risk of clinical data sets", BMC Medical Informatics and
 * Decision Making 12:66, 2012.
 */
typedef enum
{
  DEID_UNIQUENESS_ESTIMATOR_PITMAN = 0,
  DEID_UNIQUENESS_ESTIMATOR_ZAYATZ = 1,
  DEID_UNIQUENESS_ESTIMATOR_SNB = 2,
  DEID_UNIQUENESS_ESTIMATOR_DANKAR = 3
} DeidUniquenessEstimator;

/**
 * deid_privacy_model_new_from_specification:
 * @text: a model as deid_privacy_model_to_specification() writes it, such as `k:5`,
 *   `dl:3@diagnosis` or `rcl:3:2@diagnosis`; `docs/models.md` lists them all
 * @sensitive: (nullable): the sensitive attribute to use if @text names none
 *
 * Creates a model from its specification. `docs/models.md` lists all of them, and defines those
 * without a constructor: what each asks, its formula, its parameters and its source. The sensitive
 * attribute stands behind an `@`, escaped as in a URI: `%25` for `%`, and `%2B` for `+`. A `+` may
 * also stand unescaped, because the models of the library judge one attribute. Shares, risks and
 * sampling fractions may be percentages, such as `uniq:5%` for `uniq:0.05`.
 * Errors: %DEID_ERROR_PARSE for an unknown specification or if a required sensitive attribute is
 * not named. Complexity: O(length of @text).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_from_specification (const char *text,
                                                             const char *sensitive, GError **error);

/**
 * deid_privacy_model_list_specifications:
 * @summaries: (out) (optional) (transfer full) (array zero-terminated=1): a sentence on each model;
 *   free it with g_strfreev()
 *
 * Lists the forms of the library's models, for help texts and choosers, such as `k:K` or
 * `dl:L[:known]@ATTRIBUTE`. Capitals stand for values, brackets enclose optional parts. Complexity:
 * O(models).
 * Returns: (transfer full) (array zero-terminated=1): the forms; free them with g_strfreev()
 */
DEID_AVAILABLE_IN_0_1
char **deid_privacy_model_list_specifications (char ***summaries);

/**
 * deid_privacy_model_to_specification:
 * @model: a privacy model
 *
 * Returns: (transfer full): the specification of the model. Sensitive attributes stand behind an
 *   `@`, joined by `+`; a `+` in a name is written `%2B`, a `%` is written `%25`
 */
DEID_AVAILABLE_IN_0_1
char *deid_privacy_model_to_specification (const DeidPrivacyModel *model);

/**
 * deid_privacy_model_describe:
 * @model: a privacy model
 * @counts_persons: whether the table has an entity column, so that classes count persons
 * @is_public: whether the sentence is for the public, who may not read some parameters
 *
 * Says in English what the model asks of a release, such as `Each released combination of
 * quasi-identifiers belongs to at least 5 records`. Names of columns are not escaped. Complexity:
 * O(length of the sentence).
 * Returns: (transfer full): the sentence without its full stop, or the specification if the model
 *   has none
 */
DEID_AVAILABLE_IN_0_1
char *deid_privacy_model_describe (const DeidPrivacyModel *model, gboolean counts_persons,
                                   gboolean is_public);

/**
 * deid_privacy_model_get_sensitive:
 * @model: a privacy model
 *
 * Returns: (transfer none) (array zero-terminated=1): the names of the sensitive attributes that
 *   the model judges
 */
DEID_AVAILABLE_IN_0_1
const char *const *deid_privacy_model_get_sensitive (const DeidPrivacyModel *model);

/**
 * deid_privacy_model_get_closure:
 * @model: a privacy model
 *
 * Returns: how the model's verdict behaves when classes are joined
 */
DEID_AVAILABLE_IN_0_1
DeidClosure deid_privacy_model_get_closure (const DeidPrivacyModel *model);

G_END_DECLS

#endif
