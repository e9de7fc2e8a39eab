/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "base/work.h"
#include "problem/release-options-private.h"
#include "quality/quality-input.h"
#include "release/origin.h"
#include "release/row-order.h"
#include "search/result-private.h"
#include "table/dataset-private.h"

/* The verifier trusts the input, the hierarchies and the policy, and works from labels; it shares
 * no code with search, grouping and loss. Of a local recoding it is told the label and its level of
 * each class, and checks that they are such for the values of the records; suppressed records,
 * which have no labels in the release, need not fail a model. */

/* A label that a value must have. */
typedef struct
{
  const char *text; /* NULL for a missing value */
  guint level;
  guint32 number; /* of a run, on its level */
} DeidVerifiedLabel;

/* A quasi-identifier as the verifier sees it. What labels say is kept by entries: of a policy there
 * is one for each code of the source. Of a local recoding, those of all codes for level 0 are
 * followed by those for level 1 and so on; of runs, and of sets behind them, there is one for each
 * code and each run or set that is released of it. */
typedef struct
{
  const DeidColumn *source;
  const DeidColumn *released;
  const DeidAttribute *bound;
  const DeidHierarchy *hierarchy; /* NULL if there are runs */
  const DeidLevel *levels;        /* of the whole policy, or NULL */
  guint level;                    /* of a policy without cuts */
  guint32 *entries;               /* of each row of the source, or NULL of a policy */
  guint32 n_entries;
  guint32 *codes;              /* of each entry, of runs or sets of a local recoding; else NULL */
  DeidVerifiedLabel *expected; /* for each entry the label it must have */
  guint32 *label_numbers;      /* for each entry a number for that label */
  guint32 n_labels;            /* those of the population included */
  guint64 n_leaves;            /* of the domain */
  guint64 *n_covered;          /* for each entry how many of these its label covers */

  const DeidColumn *population;         /* or NULL */
  DeidHierarchy *population_hierarchy;  /* with its values, or NULL */
  DeidVerifiedLabel *population_labels; /* for each code of the population the label it has */
  guint32 *population_numbers;
} DeidVerifiedAttribute;

typedef struct
{
  DeidResult *result;
  const DeidDataset *source;
  const DeidDataset *release;
  const DeidDataset *population; /* or NULL */
  DeidStop stop;
  DeidVerifiedAttribute *attributes;
  guint n_attributes;
  guint8 *kept;          /* for each row of the source whether it was released */
  DeidTableSource table; /* the source as models see it */
  DeidQualityInput quality_input;
  gpointer quality_state; /* what the quality model prepared */
  DeidWide cost;          /* of all classes, if the quality model costs classes */
} DeidVerification;

/* Returns: the entry of a row of the source. */
static inline guint32
deid_verified_attribute_get_entry (const DeidVerifiedAttribute *attribute, guint64 row)
{
  return attribute->entries != NULL ? attribute->entries[row]
                                    : deid_codes_get (&attribute->source->codes, row);
}

/* Rows whose codes are read at once, to stay in the cache. */
#define DEID_VERIFIED_BLOCK 1024

/* Returns: the entries of all rows, as codes that are not to be cleared. */
static inline DeidCodes
deid_verified_attribute_get_entries (const DeidVerifiedAttribute *attribute)
{
  if (attribute->entries == NULL)
    return attribute->source->codes;
  return (DeidCodes){ .data = attribute->entries, .width = sizeof *attribute->entries };
}

static inline void
deid_verified_read_codes (DeidCodes codes, guint64 first, guint n, guint32 *values)
{
  for (guint i = 0; i < n; i++)
    values[i] = deid_codes_get (&codes, first + i);
}

/* Returns: by how many threads some rows are worked through, each in a part of its own. */
guint deid_verification_count_parts (const DeidVerification *verification, guint64 n_rows);

/* Tells whether a row of the release is a place holder. */
static inline gboolean
deid_verification_is_suppressed (const DeidVerification *verification, guint64 row)
{
  const guint8 *suppressed = verification->release->suppressed;

  return suppressed != NULL && (suppressed[row / 8] >> (row % 8) & 1) != 0;
}

/* Returns: (nullable): the column of a name. */
const DeidColumn *deid_verified_column_find (const DeidDataset *dataset, const char *name);

G_GNUC_PRINTF (3, 4)
gboolean deid_verification_fail (const DeidVerification *verification, GError **error,
                                 const char *format, ...);

/* Says that a row has another text in a column of the release than is expected. Returns: FALSE. */
gboolean deid_verification_fail_text (const DeidVerification *verification,
                                      const DeidColumn *column, guint64 row, const char *expected,
                                      GError **error);

/* Checks the text of a row in a column of the release, NULL being a missing value. */
static inline gboolean
deid_verification_check_text (const DeidVerification *verification, const DeidColumn *column,
                              guint64 row, const char *expected, GError **error)
{
  return g_strcmp0 (deid_column_get (column, row), expected) == 0
         || deid_verification_fail_text (verification, column, row, expected, error);
}

/* Finds out which rows of the input were released, and checks that none of them is there twice and,
 * if suppressed ones are kept, that all are. */
gboolean deid_verify_rows (DeidVerification *verification, GError **error);

/* Checks the columns of the release, in the order of the quasi-identifiers and then of the input,
 * on as many threads as it was made on; the error is that of the first row that is wrong. */
gboolean deid_verify_columns (const DeidVerification *verification, GError **error);

/* Checks that each row has the sum of the weights of the rows of the input that it stands for, and
 * that no two rows of the release are alike in all but the weight. */
gboolean deid_verify_weights (const DeidVerification *verification, const DeidColumn *weights,
                              GError **error);

/* Checks that each person has one pseudonym, and each pseudonym one person. */
gboolean deid_verify_persons (const DeidVerification *verification, const DeidColumn *source,
                              const DeidColumn *released, GError **error);

/* Checks that no label of a class of so many records, one of them in a row, forces finer ones, if
 * the problem demands it. */
gboolean deid_verify_not_forced (const DeidVerification *verification, guint64 row,
                                 guint64 n_records, GError **error);

/* Groups all rows of the input by label and checks each class: it was released as a whole and meets
 * every model, or withheld as a whole and fails one. Also counts what was withheld, and what it
 * costs. */
gboolean deid_verify_classes (DeidVerification *verification, GError **error);

/* Checks that of no value of a column with a limit more records were withheld than that allows. */
gboolean deid_verify_groups (const DeidVerification *verification, GError **error);

/* Tells whether labels of runs of numbers, as they read, cover the numbers of the run and no others
 * of the domain. Fails with the errors of deid_stop_check(). */
gboolean deid_verified_attribute_is_covered (const DeidVerifiedAttribute *attribute,
                                             const DeidStop *stop, gboolean *is_covered,
                                             GError **error);

/* Returns: the label that the policy gives a value, NULL being a missing one. */
DeidVerifiedLabel deid_verified_attribute_find_label (const DeidVerifiedAttribute *attribute,
                                                      const char *value);

/* Finds the entries of all rows by the labels that a local recoding has for their classes, and
 * checks that these are labels of their values. Errors: %DEID_ERROR_VERIFICATION,
 * %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_verify_local_labels (const DeidVerification *verification,
                                   DeidVerifiedAttribute *attribute, GError **error);

/* Finds the entries of rows whose labels are sets of values, which are added to the others. */
gboolean deid_verify_local_sets (const DeidVerification *verification,
                                 DeidVerifiedAttribute *attribute, GError **error);

/* Does the same for an attribute of runs: reads from each label which numbers of the domain it
 * covers, and makes the entries, with all that is known of them. Errors: those of
 * deid_verify_local_labels(). */
gboolean deid_verify_local_runs (const DeidVerification *verification,
                                 DeidVerifiedAttribute *attribute, GError **error);

/* Tells whether a label of a run of numbers, as it reads, covers one of them. */
gboolean deid_verified_label_covers (const char *label, const char *value);

/* Counts the leaves of the domain of an attribute: values and, if the source has a missing one that
 * they do not mention, that. */
void deid_verified_attribute_count_domain (DeidVerifiedAttribute *attribute);

/* Counts the leaves of the domain of an attribute, and for each entry those that its label covers.
 * Errors: %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_verified_attribute_count_leaves (DeidVerifiedAttribute *attribute,
                                               const DeidStop *stop, GError **error);

/* Computes the loss once more, from its definition where the model has one for it. */
gboolean deid_verify_loss (DeidVerification *verification, GError **error);

/* Checks that persons are released with all their rows or none, and meet the conditions that models
 * put on persons; and, where no other model judges classes, that no person is suppressed who might
 * stay. Errors: %DEID_ERROR_VERIFICATION, %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_verify_histories (DeidVerification *verification, GError **error);

/* Tells whether a model of the problem judges persons, whose rows may leave a class in part. */
gboolean deid_verification_judges_persons (const DeidVerification *verification);

/* The rows of the input, those with the same labels together. */
typedef struct
{
  guint32 *rows;
  guint8 *starts; /* for each place whether a class begins there */
  guint64 n_rows;
} DeidPlainOrder;

/* Puts rows in the order of the numbers of their labels in the attributes from @first to before
 * @end. An attribute more than there are stands for whether rows are kept. On failure it may be
 * cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_plain_order_init (DeidPlainOrder *order, const DeidVerification *verification,
                                guint first, guint end, GError **error);
void deid_plain_order_clear (DeidPlainOrder *order);

/* Returns: where the class ends that begins at a place. */
static inline guint64
deid_plain_order_get_end (const DeidPlainOrder *order, guint64 start)
{
  guint64 end = start + 1;

  while (end < order->n_rows && !order->starts[end])
    end++;
  return end;
}

/* Computes the numbers that are released of a column, as @option says, of the input and the labels,
 * and checks that @released has them, or one as close as rounding leaves it, and nothing where
 * there must be none. @attribute is NULL unless the column is a quasi-identifier. */
gboolean deid_verify_means (const DeidVerification *verification, const DeidNumberOption *option,
                            const DeidVerifiedAttribute *attribute, const DeidColumn *source,
                            const DeidColumn *released, GError **error);
