/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DEID_H
#define DEID_H

/*
 * libdeid: statistical de-identification of tabular data.
 *
 * The main job: read a table (deid-dataset.h, deid-csv-options.h, column by column
 * deid-dataset-columns.h, from a data frame or an engine deid-arrow.h), say what its values are
 * (deid-column-types.h; deid-column-inference.h looks), give each quasi-identifier a generalization
 * hierarchy (deid-hierarchy.h) in a lattice of policies (deid-lattice.h), say which privacy models
 * the released table must meet (deid-privacy.h) and how loss is measured (deid-quality.h), put both
 * into a problem (deid-problem.h), search (deid-search.h), look at the classes found
 * (deid-result.h, deid-partition.h), and release, verify and report (deid-release.h, deid-report.h,
 * deid-risk-report.h, deid-attribute-risks.h).
 *
 * Privacy models judge each class of records that look alike, by its size (deid-privacy.h), its
 * sensitive values (deid-l-diversity.h, deid-t-closeness.h, deid-beta-likeness.h,
 * deid-alpha-k-anonymity.h), a population (deid-population-models.h) or what an attack costs and
 * yields (deid-cost-benefit.h); or the table as a whole (deid-table-models.h,
 * deid-population-uniqueness.h). Quality models cost single values (deid-quality.h,
 * deid-value-quality.h) or classes (deid-class-quality.h, deid-cost-benefit.h).
 *
 * A local recoding (deid-local-search.h) gives each class labels of its own and loses far less.
 * Instead of the policy of the least loss a custodian may choose one of many that meet the limits
 * (deid-alternatives.h), which are grouped by what they merge (deid-alternative-groups.h). How the
 * optimum changes with k, or with the suppression limit, is a
 * frontier (deid-frontier.h); what risk costs which loss is another (deid-risk-frontier.h).
 *
 * An evaluation (deid-evaluation.h) says what becomes of the table under one policy that is stated,
 * solution or not. An explanation (deid-explanation.h) says what blocks better policies; a
 * certificate (deid-certificate.h) proves to others that there are none, another one
 * (deid-bound-certificate.h) what a local recoding loses at least. A stored policy
 * (deid-stored-policy.h) does the same to tomorrow's records. An output set (deid-output-set.h)
 * writes release, stored policy and certificate together or not at all.
 *
 * A job (deid-job.h) is all of that as settings with names, from a problem file or one by one. A
 * trade-off (deid-tradeoff.h) shows what comes of it as some of them vary, a search for capacities
 * (deid-capacities.h) how many records the bins of columns should hold.
 * Suggestions (deid-suggestions.h) are such a file for a bare table, to be edited.
 *
 * Identifiers (deid-identifiers.h) are the columns that a rule such as Safe Harbor names. As a
 * baseline (deid-baseline.h, deid-baseline-report.h) such a rule says which risk and loss a release
 * is measured by.
 *
 * What the library does not have, a host adds by filling in slots: privacy models
 * (deid-privacy-model-funcs.h), quality models (deid-quality-model-funcs.h) and searches
 * (deid-search-funcs.h), for which a property store (deid-property-store.h) keeps what is known of
 * policies not looked at.
 *
 * Before a search, deid_report_new_bias() says which means suppression will shift; before a
 * release, warnings (deid-warnings.h) say what a custodian may have overlooked,
 * deid_report_new_left_out() whose records are suppressed, deid_report_new_distortion() what the
 * release does to means, distributions and correlations, and deid_report_new_utility() how useful
 * it is. Numbers may be released as means of bins, or of classes (deid-bin-means.h). A page
 * (deid-page.h) shows all of that to those who decide.
 *
 * Rules that hold everywhere:
 *
 * Ownership. A constructor returns a new reference, released with the type's _unref (or by
 * g_autoptr). Whatever is passed in is copied, or referenced when it is a handle. Strings returned
 * as `const char *` belong to the handle and live as long as it does.
 *
 * Errors. A function that can fail on bad values takes a GError last and says what it sets. If it
 * fails it changes nothing. Memory that grows with the data is never a reason to abort: it gives
 * %DEID_ERROR_NO_MEMORY. NULL where a handle is expected is a programmer's error.
 *
 * Threads. A handle belongs to one thread until it is given to another handle or run; from then on
 * it is immutable, even if the call that it was given to fails or is cancelled (setters fail with
 * %DEID_ERROR_IMMUTABLE; those of slots, which no bad value can fail, take it for a programmer's
 * error) and any number of threads may use it: where it says that any thread may call a function,
 * it means so of handles that are.
 * A property store is never given away: one thread at a time, also to ask.
 * Reference counts are atomic. The library starts no thread unless a search, CSV options
 * or release options are told to.
 *
 * Numbers. Rows, records, persons, leaves, policies and whatever adds up to them are guint64, and
 * so are their indices; columns, quasi-identifiers, dimensions, levels and models guint; values,
 * labels and classes, of which a table has fewer than 2^32, guint32 or guint, but guint64 where a
 * report counts them. Lengths of arrays are
 * gsize; those of arrays that a callback is lent have the type of what they list. An index is named
 * after what it counts, such as row or attribute, or just index.
 *
 * A number that may not fit, such as the size of a lattice, is an argument of a function that
 * returns whether it fits; it is %G_MAXUINT64 where it does not. No limit is %G_MAXUINT64 for
 * integers and infinity for doubles, to set and to get. Where 0 might be none or no such thing, a
 * function beside it tells which: deid_class_has_population().
 *
 * Locale. Numbers are read and written with a decimal point, whatever the locale.
 */

#define DEID_H_INSIDE

#include <deid/deid-version.h>
#include <deid/deid-error.h>
#include <deid/deid-csv-options.h>
#include <deid/deid-dataset.h>
#include <deid/deid-dataset-columns.h>
#include <deid/deid-column-types.h>
#include <deid/deid-column-inference.h>
#include <deid/deid-hierarchy.h>
#include <deid/deid-lattice.h>
#include <deid/deid-policy.h>
#include <deid/deid-property-store.h>
#include <deid/deid-privacy.h>
#include <deid/deid-l-diversity.h>
#include <deid/deid-beta-likeness.h>
#include <deid/deid-alpha-k-anonymity.h>
#include <deid/deid-population-models.h>
#include <deid/deid-table-models.h>
#include <deid/deid-population-uniqueness.h>
#include <deid/deid-cost-benefit.h>
#include <deid/deid-class.h>
#include <deid/deid-privacy-input.h>
#include <deid/deid-privacy-model-funcs.h>
#include <deid/deid-t-closeness.h>
#include <deid/deid-quality.h>
#include <deid/deid-class-quality.h>
#include <deid/deid-value-quality.h>
#include <deid/deid-quality-input.h>
#include <deid/deid-quality-model-funcs.h>
#include <deid/deid-partition.h>
#include <deid/deid-arrow.h>
#include <deid/deid-problem.h>
#include <deid/deid-statistics.h>
#include <deid/deid-result.h>
#include <deid/deid-search.h>
#include <deid/deid-local-search.h>
#include <deid/deid-alternative-groups.h>
#include <deid/deid-alternatives.h>
#include <deid/deid-search-funcs.h>
#include <deid/deid-frontier.h>
#include <deid/deid-release.h>
#include <deid/deid-bin-means.h>
#include <deid/deid-attribute-risks.h>
#include <deid/deid-evaluation.h>
#include <deid/deid-risk-options.h>
#include <deid/deid-report.h>
#include <deid/deid-risk-report.h>
#include <deid/deid-explanation.h>
#include <deid/deid-warnings.h>
#include <deid/deid-certificate-options.h>
#include <deid/deid-certificate.h>
#include <deid/deid-bound-certificate.h>
#include <deid/deid-stored-policy-options.h>
#include <deid/deid-stored-policy.h>
#include <deid/deid-output-set.h>
#include <deid/deid-engine.h>
#include <deid/deid-engine-table.h>
#include <deid/deid-identifiers.h>
#include <deid/deid-baseline.h>
#include <deid/deid-baseline-report.h>
#include <deid/deid-risk-frontier.h>
#include <deid/deid-page.h>
#include <deid/deid-job.h>
#include <deid/deid-capacities.h>
#include <deid/deid-tradeoff.h>
#include <deid/deid-suggestions.h>
#include <deid/deid-autoptr.h>

#undef DEID_H_INSIDE

#endif
