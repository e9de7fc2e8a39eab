/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DEID_AUTOPTR_H
#define DEID_AUTOPTR_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-certificate-options.h>
#include <deid/deid-csv-options.h>
#include <deid/deid-dataset.h>
#include <deid/deid-engine.h>
#include <deid/deid-engine-table.h>
#include <deid/deid-hierarchy.h>
#include <deid/deid-lattice.h>
#include <deid/deid-job.h>
#include <deid/deid-output-set.h>
#include <deid/deid-page.h>
#include <deid/deid-partition.h>
#include <deid/deid-policy.h>
#include <deid/deid-privacy.h>
#include <deid/deid-problem.h>
#include <deid/deid-quality.h>
#include <deid/deid-release.h>
#include <deid/deid-report.h>
#include <deid/deid-risk-options.h>
#include <deid/deid-result.h>
#include <deid/deid-search.h>
#include <deid/deid-stored-policy.h>
#include <deid/deid-stored-policy-options.h>
#include <deid/deid-baseline.h>

/* These macros define inline functions, which scanners need not see. */
#ifndef __GI_SCANNER__

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidCertificateOptions, deid_certificate_options_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidCsvOptions, deid_csv_options_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidBaseline, deid_baseline_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidDataset, deid_dataset_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidEngine, deid_engine_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidEngineTable, deid_engine_table_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidHierarchy, deid_hierarchy_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidHierarchyBuilder, deid_hierarchy_builder_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidLattice, deid_lattice_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidJob, deid_job_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidOutputSet, deid_output_set_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidPage, deid_page_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidPartition, deid_partition_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidPolicy, deid_policy_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidPrivacyModel, deid_privacy_model_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidProblem, deid_problem_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidProgress, deid_progress_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidQualityModel, deid_quality_model_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidReleaseOptions, deid_release_options_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidReport, deid_report_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidResult, deid_result_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidRiskOptions, deid_risk_options_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidSearch, deid_search_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidStoredPolicy, deid_stored_policy_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidStoredPolicyOptions, deid_stored_policy_options_unref)

#endif

#endif
