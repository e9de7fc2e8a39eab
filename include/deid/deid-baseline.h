/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidBaseline: make and keep
 *     DeidBaseline *deid_baseline_new (name)
 *     DeidBaseline *deid_baseline_new_safe_harbor (error)
 *     DeidBaseline *deid_baseline_new_from_text (text, name, error)
 *     DeidBaseline *deid_baseline_new_from_file (path, cancellable, error)
 *     DeidBaseline *deid_baseline_ref (baseline)
 *     void deid_baseline_unref (baseline)
 *     GType deid_baseline_get_type (void)
 *
 * DeidBaseline: fill in
 *     gboolean deid_baseline_add_column (baseline, column, rule, level, error)
 *     gboolean deid_baseline_add_kind (baseline, kind, rule, level, error)
 *     gboolean deid_baseline_set_day (baseline, day, error)
 *     gboolean deid_baseline_set_oldest_age (baseline, age, error)
 *     gboolean deid_baseline_set_small_area (baseline, n_people, error)
 *     gboolean deid_baseline_set_areas (baseline, areas, code, count, error)
 *     gboolean deid_baseline_set_census_2000 (baseline, has_census, error)
 *
 * DeidBaseline: use
 *     char *deid_baseline_to_text (baseline, error)
 *
 * DeidBaseline: read
 *     const char *deid_baseline_get_name (baseline)
 *     guint deid_baseline_get_n_parts (baseline)
 *     const char *deid_baseline_get_part_section (baseline, part)
 *     const char *deid_baseline_get_part_rule (baseline, part)
 *     guint deid_baseline_get_part_level (baseline, part)
 *     const char *deid_baseline_get_day (baseline)
 *     guint deid_baseline_get_oldest_age (baseline)
 *     guint64 deid_baseline_get_small_area (baseline)
 *     DeidDataset *deid_baseline_get_areas (baseline)
 *     gboolean deid_baseline_get_census_2000 (baseline)
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
 * evaluated on the table of a problem (deid_report_new_baseline()) it says which risk and loss
 * somebody would have who follows it, and so what an optimum is measured by.
 *
 * Its parts are about a column by its name, which go first, or about all columns that
 * deid_report_new_identifiers() takes for a kind, such as `birth-dates`. A part removes them, or
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
 *
 * Since: 0.1
 */
typedef struct DeidBaseline DeidBaseline;

/**
 * deid_baseline_get_type:
 *
 * Gets the type under which #DeidBaseline is registered with GObject's type
 * system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_baseline_get_type (void);

/**
 * deid_baseline_ref:
 * @baseline: a baseline
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @baseline
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_ref (DeidBaseline *baseline);

/**
 * deid_baseline_unref:
 * @baseline: (transfer full): a baseline
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_baseline_unref (DeidBaseline *baseline);

/**
 * deid_baseline_new:
 * @name: (nullable): what reports call it, or %NULL for `baseline`
 *
 * Creates a baseline without parts, which leaves all columns as they are.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): a new baseline
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_new (const char *name);

/**
 * deid_baseline_new_safe_harbor:
 * @error: return location for an error, or %NULL
 *
 * Creates HIPAA's Safe Harbor, 45 CFR 164.514(b)(2)(i): of the 18 kinds of identifiers, dates
 * become years; ages become completed years, so that 12.9 becomes 12, and those of 90 and over one
 * group; so do years of birth that say that somebody is over 89 (deid_baseline_set_day()); ZIP
 * codes become their first three digits, or 000 where all areas with these have at most 20,000
 * people together (deid_baseline_set_areas(), deid_baseline_set_census_2000()); all others are
 * removed, and free texts with them.
 *
 * The rule asks besides that those who release the table do not know that somebody could be
 * identified by what is left ((b)(2)(ii)): no figure replaces that.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): the baseline, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_new_safe_harbor (GError **error);

/**
 * deid_baseline_new_from_text:
 * @text: a text, as described at #DeidBaseline
 * @name: (nullable): what messages call it, such as a path; it is not the name of the baseline
 * @error: return location for an error, or %NULL
 *
 * Reads a baseline.
 *
 * Errors: %DEID_ERROR_PARSE, naming the line, %DEID_ERROR_ENCODING, those of setting what it says.
 * Any thread may call this. Complexity: O(length of the text).
 *
 * Returns: (transfer full): the baseline, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_new_from_text (const char *text, const char *name, GError **error);

/**
 * deid_baseline_new_from_file:
 * @path: (type filename): a file of at most 1 MiB
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Reads a baseline from a file.
 *
 * Errors: those of deid_baseline_new_from_text(), %DEID_ERROR_IO, %DEID_ERROR_TOO_LARGE,
 * %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O(length of the file).
 *
 * Returns: (transfer full): the baseline, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_new_from_file (const char *path, GCancellable *cancellable,
                                           GError **error);

/**
 * deid_baseline_get_name:
 * @baseline: a baseline
 *
 * Gets what reports call a baseline.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_baseline_get_name (const DeidBaseline *baseline);

/**
 * deid_baseline_add_column:
 * @baseline: a baseline
 * @column: the name of a column
 * @rule: (nullable): the specification of a rule, or %NULL to remove
 * @level: a level below the number of levels of @rule; 0 to keep the values, and without
 *   a rule
 * @error: return location for an error, or %NULL
 *
 * Says what is done to a column; a second call for it replaces the first one. A table that does not
 * have the column cannot be evaluated by the baseline (deid_report_new_baseline()).
 *
 * Errors: %DEID_ERROR_ENCODING for a name that is empty or no UTF-8, %DEID_ERROR_PARSE for @rule,
 * %DEID_ERROR_INVALID_ARGUMENT for @level, also for one above 0 without @rule,
 * %DEID_ERROR_IMMUTABLE, %DEID_ERROR_NO_MEMORY. One thread at a time. Complexity: O(parts).
 *
 * Returns: whether it was added
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_add_column (DeidBaseline *baseline, const char *column, const char *rule,
                                   guint level, GError **error);

/**
 * deid_baseline_add_kind:
 * @baseline: a baseline
 * @kind: the name of a kind of identifier, see deid_report_new_identifiers()
 * @rule: (nullable): the specification of a rule, or %NULL to remove
 * @level: a level below the number of levels of @rule; 0 to keep the values, and without
 *   a rule
 * @error: return location for an error, or %NULL
 *
 * Says what is done to columns of a kind; a second call for it replaces the first one.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for @kind; those of deid_baseline_add_column(). One thread
 * at a time. Complexity: O(parts).
 *
 * Returns: whether it was added
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_add_kind (DeidBaseline *baseline, const char *kind, const char *rule,
                                 guint level, GError **error);

/**
 * deid_baseline_get_n_parts:
 * @baseline: a baseline
 *
 * Gets for how many columns and kinds the baseline says something.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of parts
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_baseline_get_n_parts (const DeidBaseline *baseline);

/**
 * deid_baseline_get_part_section:
 * @baseline: a baseline
 * @part: index of a part, below deid_baseline_get_n_parts()
 *
 * Gets what a part is about: `kind birth-dates`, or `column` and a name as sections have it.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the section
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_baseline_get_part_section (const DeidBaseline *baseline, guint part);

/**
 * deid_baseline_get_part_rule:
 * @baseline: a baseline
 * @part: index of a part, below deid_baseline_get_n_parts()
 *
 * Gets the rule of a part.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the specification, or %NULL of what is removed
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_baseline_get_part_rule (const DeidBaseline *baseline, guint part);

/**
 * deid_baseline_get_part_level:
 * @baseline: a baseline
 * @part: index of a part, below deid_baseline_get_n_parts()
 *
 * Gets the level of the rule of a part.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the level; 0 of what is kept or removed
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_baseline_get_part_level (const DeidBaseline *baseline, guint part);

/**
 * deid_baseline_set_day:
 * @baseline: a baseline
 * @day: (nullable): a day such as `2024-01-31`, or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets the day on which ages are reckoned that dates of birth tell.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_IMMUTABLE. One thread at a time. Complexity:
 * O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_set_day (DeidBaseline *baseline, const char *day, GError **error);

/**
 * deid_baseline_get_day:
 * @baseline: a baseline
 *
 * Gets the day on which ages are reckoned.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the day, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_baseline_get_day (const DeidBaseline *baseline);

/**
 * deid_baseline_set_oldest_age:
 * @baseline: a baseline
 * @age: an age in years up to 1000, or 0, which is the default, for none
 * @error: return location for an error, or %NULL
 *
 * Sets the oldest age that dates of birth may tell where a part generalizes them by a rule `date:`.
 * Years of birth of people who may be older are one group: with 89, on a day of 2024, those before
 * 1935, as in 1934 people of 89 and of 90 years were born.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_IMMUTABLE. One thread at a time. Complexity:
 * O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_set_oldest_age (DeidBaseline *baseline, guint age, GError **error);

/**
 * deid_baseline_get_oldest_age:
 * @baseline: a baseline
 *
 * Gets the oldest age that dates of birth may tell.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the age, or 0
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_baseline_get_oldest_age (const DeidBaseline *baseline);

/**
 * deid_baseline_set_small_area:
 * @baseline: a baseline
 * @n_people: a number of people
 * @error: return location for an error, or %NULL
 *
 * Sets how many people an area has at most that is small. Default: 0.
 *
 * Errors: %DEID_ERROR_IMMUTABLE. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_set_small_area (DeidBaseline *baseline, guint64 n_people, GError **error);

/**
 * deid_baseline_get_small_area:
 * @baseline: a baseline
 *
 * Gets how many people an area has at most that is small.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of people
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_baseline_get_small_area (const DeidBaseline *baseline);

/**
 * deid_baseline_set_areas:
 * @baseline: a baseline
 * @areas: (nullable): a table of areas, or %NULL for none
 * @code: (nullable): the name of its column of ZIP codes of five digits, or of their first ones;
 * %NULL for `zip3`, `zip5`, `zip`, `zcta3`, `zcta5` or `zcta`
 * @count: (nullable): the name of its column of people; %NULL for `count`, `population`, `people`
 * or `pop`
 * @error: return location for an error, or %NULL
 *
 * Sets how many people live in the areas of ZIP codes, of which rules `zip:N` without a list of
 * areas take those that are small: areas of at most deid_baseline_set_small_area() people, all
 * codes that begin alike being one area, and those that the table does not have.
 *
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_IMMUTABLE; values are read by
 * deid_report_new_baseline(). One thread at a time. Complexity: O(columns).
 *
 * Returns: whether they were set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_set_areas (DeidBaseline *baseline, DeidDataset *areas, const char *code,
                                  const char *count, GError **error);

/**
 * deid_baseline_get_areas:
 * @baseline: a baseline
 *
 * Gets the table of areas.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the table, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_baseline_get_areas (const DeidBaseline *baseline);

/**
 * deid_baseline_set_census_2000:
 * @baseline: a baseline
 * @has_census: whether to take that list
 * @error: return location for an error, or %NULL
 *
 * Takes the published list of the 17 areas of three digits that had at most 20,000 people by the
 * Census of 2000, in place of a table: U.S. Department of Health and Human Services, Guidance
 * Regarding Methods for De-identification of Protected Health Information, November 26, 2012. The
 * guidance says that nobody may rely on it where newer counts are published.
 *
 * Errors: %DEID_ERROR_IMMUTABLE. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_set_census_2000 (DeidBaseline *baseline, gboolean has_census,
                                        GError **error);

/**
 * deid_baseline_get_census_2000:
 * @baseline: a baseline
 *
 * Gets whether the list of the Census of 2000 is taken.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_baseline_get_census_2000 (const DeidBaseline *baseline);

/**
 * deid_baseline_to_text:
 * @baseline: a baseline
 * @error: return location for an error, or %NULL
 *
 * Writes a baseline as text, which reads back; the table of areas is not part of it.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(parts).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_baseline_to_text (const DeidBaseline *baseline, GError **error);

G_END_DECLS

#endif
