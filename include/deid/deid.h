/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DEID_H
#define DEID_H

/*
 * libdeid: statistical de-identification of tabular data.
 *
 * The main job: read a table (deid-dataset.h, deid-csv-options.h, column by column
 * deid-dataset-columns.h, from a data frame or an engine deid-arrow.h), say what its values are
 * (deid-column-types.h; deid_report_new_suggestions() looks), give each quasi-identifier a
 * generalization hierarchy (deid-hierarchy.h) in a lattice of policies (deid-lattice.h), say which
 * privacy models the released table must meet (deid-privacy.h) and how loss is measured
 * (deid-quality.h), put both into a problem (deid-problem.h), search (deid-search.h), look at the
 * classes found (deid-result.h, deid-partition.h), and release, verify and report (deid-release.h,
 * deid-report.h).
 *
 * Privacy models judge each class of records that look alike, by its size, its sensitive values, a
 * population or what an attack costs and yields; or the table as a whole. Quality models cost
 * single values or classes. The usual ones have constructors (deid-privacy.h, deid-quality.h); all
 * are made from their specifications, which `docs/models.md` lists.
 *
 * A local recoding (deid_search_new_local()) gives each class labels of its own and loses far less.
 * Instead of the policy of the least loss a custodian may choose one of many that meet the limits
 * (deid_report_new_alternatives()), which are grouped by what they merge. How the optimum changes
 * with k, or with the suppression limit, is a frontier (deid_report_new_frontier()); what risk
 * costs which loss is another (deid_report_new_risk_frontier()).
 *
 * An evaluation (deid_report_new_evaluation()) says what becomes of the table under one policy that
 * is stated, solution or not. An explanation (deid_report_new_explanation()) says what blocks
 * better policies; a certificate (deid-certificate.h) proves to others that there are none, another
 * one (deid-bound-certificate.h) what a local recoding loses at least. A stored policy
 * (deid-stored-policy.h) does the same to tomorrow's records. An output set (deid-output-set.h)
 * writes release, stored policy and certificate together or not at all.
 *
 * A job (deid-job.h) is all of that as settings with names, from a problem file or one by one.
 * deid_report_new_tradeoff() shows what comes of it as some of them vary,
 * deid_report_new_capacities() how many records the bins of columns should hold.
 * deid_report_new_suggestions() writes such a file for a bare table, to be edited.
 *
 * deid_report_new_identifiers() finds the columns that a rule such as Safe Harbor names. As a
 * baseline (deid-baseline.h, deid_report_new_baseline()) such a rule says which risk and loss a
 * release is measured by.
 *
 * What the library does not have, a host adds by deid-extend.h: privacy models, quality models and
 * searches of its own.
 *
 * Before a search, deid_report_new_bias() says which means suppression will shift; before a
 * release, deid_report_new_warnings() says what a custodian may have overlooked,
 * deid_report_new_left_out() whose records are suppressed, deid_report_new_distortion() what the
 * release does to means, distributions and correlations, and deid_report_new_utility() how useful
 * it is. Numbers may be released as means of bins, or of classes (deid-bin-means.h). A page
 * (deid-page.h) shows all of that to those who decide.
 *
 * Each header begins with what is true of all its functions; a function states only what differs.
 * Setters are the functions with _set_ or _add_ in their name. These rules apply everywhere:
 *
 * Handles. For each handle, _ref adds a reference and returns the handle, _unref drops one and
 * frees the handle with the last, and _get_type gives its boxed type. Reference counts are atomic.
 *
 * Ownership. A constructor returns a new reference, released with the type's _unref (or by
 * g_autoptr). What is passed in is copied, or referenced if it is a handle. A string returned as
 * `const char *` belongs to the handle and lives as long as it does; a returned `char *` or array
 * is freed with g_free(), or deid_free(), unless the function says otherwise.
 *
 * Errors. A function that can fail on bad values takes a GError last and says what it sets. If it
 * fails, it changes nothing. Memory that grows with the data never aborts the host: a function that
 * cannot get it fails with %DEID_ERROR_NO_MEMORY. NULL where a handle is expected is a programmer's
 * error.
 *
 * Threads. A handle belongs to one thread until it is given to another handle or run, even if that
 * call fails or is cancelled. From then on it is immutable: setters fail with
 * %DEID_ERROR_IMMUTABLE, and any number of threads may use it. "Any thread may call" is said of
 * handles that are immutable. The library starts threads only if a search, CSV options or release
 * options tell it to.
 *
 * Numbers. Numbers of rows, records, persons, leaves and policies, their sums and their indices are
 * guint64; those of columns, quasi-identifiers, dimensions, levels and models are guint. A table
 * has fewer than 2^32 values, labels and classes: their numbers are guint32 or guint, and guint64
 * in reports. Lengths of arrays are gsize; those of arrays lent to a callback have the type of what
 * they list. An index is named after what it counts, such as row or attribute, or just index.
 *
 * A number that may not fit, such as the size of a lattice, is an argument of a function that
 * returns whether it fits; it is %G_MAXUINT64 if it does not. No limit is %G_MAXUINT64 for integers
 * and infinity for doubles, to set and to get. Where 0 could mean none, another function tells
 * which: deid_class_has_population().
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
#include <deid/deid-hierarchy.h>
#include <deid/deid-lattice.h>
#include <deid/deid-policy.h>
#include <deid/deid-privacy.h>
#include <deid/deid-quality.h>
#include <deid/deid-partition.h>
#include <deid/deid-arrow.h>
#include <deid/deid-problem.h>
#include <deid/deid-result.h>
#include <deid/deid-search.h>
#include <deid/deid-release.h>
#include <deid/deid-bin-means.h>
#include <deid/deid-risk-options.h>
#include <deid/deid-report.h>
#include <deid/deid-certificate-options.h>
#include <deid/deid-certificate.h>
#include <deid/deid-bound-certificate.h>
#include <deid/deid-stored-policy-options.h>
#include <deid/deid-stored-policy.h>
#include <deid/deid-output-set.h>
#include <deid/deid-engine.h>
#include <deid/deid-engine-table.h>
#include <deid/deid-baseline.h>
#include <deid/deid-page.h>
#include <deid/deid-job.h>
#include <deid/deid-autoptr.h>

#undef DEID_H_INSIDE

#endif
