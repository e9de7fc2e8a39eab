/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
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
 * evaluated on the table of a problem (deid_report_new_baseline()) it says which risk and loss
 * somebody would have who follows it, and so what an optimum is measured by.
 *
 * It is stated as text, a key file like problem files:
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
 * Sections are about a column by its name, which go first, or about all columns that
 * deid_report_new_identifiers() takes for a kind, such as `birth-dates`. A section removes them
 * (`treatment=remove`), keeps them (`treatment=keep`), or generalizes them by a rule as
 * deid_hierarchy_new_from_specification() takes it, at one of its levels, which is 1 by default; on
 * level 0 they stay as they are, as do columns without a section. Dates that are generalized are
 * read in the format of their column. A table that does not have a column that is named cannot be
 * evaluated.
 *
 * The keys of `[baseline]` are
 *
 * - `name`: what reports call it, `baseline` by default;
 * - `extends=safe-harbor`: begins with all that Safe Harbor says, its name included; what the text
 *   says of the same kind or key goes before. It stands before all sections of kinds and columns;
 * - `day`: the day on which ages are reckoned that dates of birth tell;
 * - `oldest-age`: the oldest age, up to 1000, that dates of birth may tell where they are
 *   generalized by a rule `date:`. Years of birth of people who may be older are one group: with
 *   89, on a day of 2024, those before 1935, as in 1934 people of 89 and of 90 years were born. 0,
 *   the default, is for none;
 * - `small-area`: how many people an area has at most that is small, by default 0. Rules `zip:N`
 *   without a list of areas take those that are small, of a table of areas: all codes that begin
 *   alike are one area, and one that the table does not have is small;
 * - `area-column`, `people-column`: the columns of that table. The first one has ZIP codes of five
 *   digits, or their first ones, and is by default `zip3`, `zip5`, `zip`, `zcta3`, `zcta5` or
 *   `zcta`; the other one is by default `count`, `population`, `people` or `pop`;
 * - `census-2000=yes`: takes the published list of the 17 areas of three digits that had at most
 *   20,000 people by the Census of 2000, where there is no table: U.S. Department of Health and
 *   Human Services, Guidance Regarding Methods for De-identification of Protected Health
 *   Information, November 26, 2012. The guidance says that nobody may rely on it where newer counts
 *   are published.
 *
 * Safe Harbor is HIPAA's, 45 CFR 164.514(b)(2)(i): of the 18 kinds of identifiers, dates become
 * years; ages become completed years, so that 12.9 becomes 12, and those of 90 and over one group;
 * so do years of birth that say that somebody is over 89 (`day`); ZIP codes become their first
 * three digits, or 000 where all areas with these have at most 20,000 people together; all others
 * are removed, and free texts with them. The rule asks besides that those who release the table do
 * not know that somebody could be identified by what is left ((b)(2)(ii)): no figure replaces that.
 *
 * A baseline is immutable, and threads may share it.
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
 * deid_baseline_new_from_text:
 * @text: a text, as described at #DeidBaseline
 * @name: (nullable): what messages call it, such as a path; it is not the name of the baseline
 * @areas: (nullable): how many people live in the areas of ZIP codes, or %NULL for no table; it
 *   goes before `census-2000`
 *
 * Reads a baseline.
 *
 * Errors: %DEID_ERROR_PARSE, naming the line, %DEID_ERROR_ENCODING, %DEID_ERROR_INVALID_ARGUMENT
 * for a kind, a level or a day that there is not, %DEID_ERROR_UNKNOWN_COLUMN for a column that
 * @areas does not have, whose values are read by deid_report_new_baseline();
 * %DEID_ERROR_NO_MEMORY. Complexity: O(length of the text + columns of
 * @areas).
 *
 * Returns: (transfer full): the baseline, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_new_from_text (const char *text, const char *name, DeidDataset *areas,
                                           GError **error);

/**
 * deid_baseline_to_text:
 * @baseline: a baseline
 *
 * Writes a baseline as text that reads back, without the table of areas.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(sections).
 * Returns: (transfer full): the text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_baseline_to_text (const DeidBaseline *baseline, GError **error);

G_END_DECLS

#endif
