/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once the baseline was
 *   evaluated.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @part: index of a part, below deid_baseline_get_n_parts().
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_BASELINE_H
#define DEID_BASELINE_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-dataset.h>

G_BEGIN_DECLS

/**
 * DeidBaseline:
 *
 * A rule to de-identify tables by, such as HIPAA's Safe Harbor: for columns, or for kinds of
 * identifiers, whether they are removed or what their values become. It is nothing to release by;
 * evaluated on the table of a problem (deid_baseline_evaluate()) it says which risk and loss
 * somebody would have who follows it, and so what an optimum is measured by.
 *
 * Its parts are about a column by its name, which go first, or about all columns that
 * deid_identifiers_new() takes for a kind, such as `birth-dates`. A part removes them, or
 * generalizes them by a rule as deid_hierarchy_new_from_specification() takes it, at one of its
 * levels; on level 0 they stay as they are, as do columns without a part. Dates that are
 * generalized are read in the format of their column.
 *
 * As text a baseline is a key file like problem files:
 *
 * |[
 * [baseline]
 * name=Our rule
 * day=2024-01-31
 * oldest-age=89
 * small-area=20000
 *
 * [kind birth-dates]
 * rule=date:year
 *
 * [kind postal-codes]
 * rule=zip:3
 *
 * [column salary]
 * rule=intervals:10000,50000
 * level=2
 *
 * [column ward]
 * treatment=remove
 * ]|
 *
 * `level` is 1 by default; `treatment` is `remove` or `keep`, in place of a rule. `name` is
 * `baseline` by default; `census-2000=yes` is what deid_baseline_set_census_2000() says.
 *
 * Until it is evaluated a baseline can be changed, by one thread at a time; from then on it is
 * immutable, and threads may share it.
 */
typedef struct DeidBaseline DeidBaseline;

DEID_AVAILABLE_IN_0_1
GType deid_baseline_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_ref (DeidBaseline *baseline);

/**
 * deid_baseline_unref:
 * @baseline: (transfer full): a baseline
 */
DEID_AVAILABLE_IN_0_1
void deid_baseline_unref (DeidBaseline *baseline);

/**
 * deid_baseline_new:
 * @name: (nullable): what reports call it, or %NULL for `baseline`
 *
 * Creates a baseline without parts, which leaves all columns unchanged.
 * Returns: (transfer full): a new baseline
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_new (const char *name);

/**
 * deid_baseline_new_safe_harbor:
 *
 * Creates HIPAA's Safe Harbor, 45 CFR 164.514(b)(2)(i). Of the 18 kinds of identifiers, dates
 * become years; ages become completed years, 12.9 becoming 12, and those of 90 and over one group,
 * as do years of birth of people over 89 (deid_baseline_set_day()); ZIP codes become their first
 * three digits, or 000 if all areas with these have at most 20,000 people together
 * (deid_baseline_set_areas(), deid_baseline_set_census_2000()); all others, and free texts, are
 * removed.
 *
 * The rule also requires that those who release the table do not know that the rest could identify
 * somebody ((b)(2)(ii)): no figure replaces that.
 * Errors: %DEID_ERROR_NO_MEMORY.
 * Returns: (transfer full): the baseline, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_new_safe_harbor (GError **error);

/**
 * deid_baseline_new_from_text:
 * @text: a text, as described at #DeidBaseline
 * @name: (nullable): what messages call it, such as a path; not the name of the baseline
 *
 * Reads a baseline.
 * Errors: %DEID_ERROR_PARSE, naming the line, %DEID_ERROR_ENCODING, those of setting what it says.
 * Complexity: O(length of the text).
 * Returns: (transfer full): the baseline, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_new_from_text (const char *text, const char *name, GError **error);

/**
 * deid_baseline_new_from_file:
 * @path: (type filename): a file of at most 1 MiB
 *
 * Reads a baseline from a file.
 * Errors: those of deid_baseline_new_from_text(), %DEID_ERROR_IO, %DEID_ERROR_TOO_LARGE.
 * Complexity: O(length of the file).
 * Returns: (transfer full): the baseline, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_new_from_file (const char *path, GCancellable *cancellable,
                                           GError **error);

/**
 * deid_baseline_get_name:
 * @baseline: a baseline
 *
 * Returns: (transfer none): what reports call a baseline
 */
DEID_AVAILABLE_IN_0_1
const char *deid_baseline_get_name (const DeidBaseline *baseline);

/**
 * deid_baseline_add_column:
 * @baseline: a baseline
 * @column: the name of a column
 * @rule: (nullable): the specification of a rule, or %NULL to remove
 * @level: a level below the number of levels of @rule; 0 to keep the values, and without a rule
 *
 * Sets what is done to a column; a second call replaces it. The baseline cannot be evaluated on a
 * table without the column (deid_baseline_evaluate()).
 * Errors: %DEID_ERROR_ENCODING for a name that is empty or not UTF-8, %DEID_ERROR_PARSE for @rule,
 * %DEID_ERROR_INVALID_ARGUMENT for @level, also for one above 0 without @rule,
 * %DEID_ERROR_NO_MEMORY. Complexity: O(parts).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_add_column (DeidBaseline *baseline, const char *column, const char *rule,
                                   guint level, GError **error);

/**
 * deid_baseline_add_kind:
 * @baseline: a baseline
 * @kind: the name of a kind of identifier, see #DeidIdentifiers
 * @rule: (nullable): the specification of a rule, or %NULL to remove
 * @level: a level below the number of levels of @rule; 0 to keep the values, and without a rule
 *
 * Sets what is done to columns of a kind; a second call replaces it.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for @kind; those of deid_baseline_add_column(). Complexity:
 * O(parts).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_add_kind (DeidBaseline *baseline, const char *kind, const char *rule,
                                 guint level, GError **error);

/**
 * deid_baseline_get_n_parts:
 * @baseline: a baseline
 *
 * Returns: the number of columns and kinds that the baseline has rules for
 */
DEID_AVAILABLE_IN_0_1
guint deid_baseline_get_n_parts (const DeidBaseline *baseline);

/**
 * deid_baseline_get_part_section:
 * @baseline: a baseline
 *
 * Returns: (transfer none): what the part is about, as in a section: `kind birth-dates`, or
 *   `column` and a name
 */
DEID_AVAILABLE_IN_0_1
const char *deid_baseline_get_part_section (const DeidBaseline *baseline, guint part);

/**
 * deid_baseline_get_part_rule:
 * @baseline: a baseline
 *
 * Returns: (transfer none) (nullable): the rule, or %NULL if the part is removed
 */
DEID_AVAILABLE_IN_0_1
const char *deid_baseline_get_part_rule (const DeidBaseline *baseline, guint part);

/**
 * deid_baseline_get_part_level:
 * @baseline: a baseline
 *
 * Returns: the level of the rule; 0 if the part is kept or removed
 */
DEID_AVAILABLE_IN_0_1
guint deid_baseline_get_part_level (const DeidBaseline *baseline, guint part);

/**
 * deid_baseline_set_day:
 * @baseline: a baseline
 * @day: (nullable): a day such as `2024-01-31`, or %NULL for none
 *
 * Sets the day on which the ages of dates of birth are computed.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_set_day (DeidBaseline *baseline, const char *day, GError **error);

/**
 * deid_baseline_get_day:
 * @baseline: a baseline
 *
 * Returns: (transfer none) (nullable): the day on which ages are computed, or %NULL
 */
DEID_AVAILABLE_IN_0_1
const char *deid_baseline_get_day (const DeidBaseline *baseline);

/**
 * deid_baseline_set_oldest_age:
 * @baseline: a baseline
 * @age: an age in years up to 1000, or 0 for none, the default
 *
 * Sets the oldest age that dates of birth may reveal if a part generalizes them by a rule `date:`.
 * Years of birth of people who may be older are one group: with 89, on a day of 2024, those before
 * 1935, as people of 89 and of 90 years were born in 1934.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_set_oldest_age (DeidBaseline *baseline, guint age, GError **error);

/**
 * deid_baseline_get_oldest_age:
 * @baseline: a baseline
 *
 * Returns: the oldest age that dates of birth may reveal, or 0
 */
DEID_AVAILABLE_IN_0_1
guint deid_baseline_get_oldest_age (const DeidBaseline *baseline);

/**
 * deid_baseline_set_small_area:
 * @baseline: a baseline
 * @n_people: a number of people, 0 by default
 *
 * Sets how many people a small area has at most.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_set_small_area (DeidBaseline *baseline, guint64 n_people, GError **error);

/**
 * deid_baseline_get_small_area:
 * @baseline: a baseline
 *
 * Returns: the largest number of people in a small area
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_baseline_get_small_area (const DeidBaseline *baseline);

/**
 * deid_baseline_set_areas:
 * @baseline: a baseline
 * @areas: (nullable): a table of areas, or %NULL for none
 * @code: (nullable): the name of its column of ZIP codes of five digits, or of their first ones;
 *   %NULL for `zip3`, `zip5`, `zip`, `zcta3`, `zcta5` or `zcta`
 * @count: (nullable): the name of its column of people; %NULL for `count`, `population`, `people`
 *   or `pop`
 *
 * Sets how many people live in the areas of ZIP codes. Rules `zip:N` without a list of areas take
 * from it those that are small: areas of at most deid_baseline_set_small_area() people, all codes
 * with the same beginning being one area, and those that the table does not have.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; values are read by deid_baseline_evaluate(). Complexity:
 * O(columns).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_set_areas (DeidBaseline *baseline, DeidDataset *areas, const char *code,
                                  const char *count, GError **error);

/**
 * deid_baseline_get_areas:
 * @baseline: a baseline
 *
 * Returns: (transfer none) (nullable): the table of areas, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_baseline_get_areas (const DeidBaseline *baseline);

/**
 * deid_baseline_set_census_2000:
 * @baseline: a baseline
 * @has_census: whether to use that list
 *
 * Uses, instead of a table, the published list of the 17 areas of three digits that had at most
 * 20,000 people by the Census of 2000: U.S. Department of Health and Human Services, Guidance
 * Regarding Methods for De-identification of Protected Health Information, November 26, 2012. The
 * guidance says that nobody may rely on it once newer counts are published.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_set_census_2000 (DeidBaseline *baseline, gboolean has_census,
                                        GError **error);

/**
 * deid_baseline_get_census_2000:
 * @baseline: a baseline
 *
 * Returns: whether the list of the Census of 2000 is used
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_get_census_2000 (const DeidBaseline *baseline);

/**
 * deid_baseline_to_text:
 * @baseline: a baseline
 *
 * Writes a baseline as text that reads back, without the table of areas.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(parts).
 * Returns: (transfer full): the text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_baseline_to_text (const DeidBaseline *baseline, GError **error);

G_END_DECLS

#endif
