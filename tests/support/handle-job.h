/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid-extend.h>

#define N_COLUMNS 24
#define N_ROWS    8

/* One object of each type, made in one job, but for the progress. */
typedef struct
{
  DeidCsvOptions *csv;
  DeidDataset *dataset;
  DeidReport *suggestions;
  DeidReport *identifiers;
  DeidBaseline *baseline;
  DeidReport *baseline_report;
  DeidEngine *engine;
  DeidEngineTable *engine_table;
  DeidHierarchy *hierarchy;
  DeidHierarchyBuilder *builder;
  DeidLattice *lattice;
  DeidOutputSet *outputs;
  DeidJob *settings;
  DeidPartition *partition;
  DeidPolicy *policy;
  DeidPrivacyModel *model;
  DeidPrivacyModelFuncs *privacy_funcs;
  DeidQualityModel *quality;
  DeidQualityModelFuncs *slots;
  DeidProblem *problem;
  DeidProgress *progress;
  DeidPropertyStore *store;
  DeidSearch *search;
  DeidSearchFuncs *search_funcs;
  DeidResult *result;
  DeidReport *statistics;
  DeidReport *alternatives;
  DeidResult *listed; /* that lists the alternatives */
  DeidReport *evaluation;
  DeidReport *explanation;
  DeidReleaseOptions *options;
  DeidReport *attribute_risks;
  DeidCertificateOptions *certificate_options;
  DeidReport *risk_frontier;
  DeidRiskOptions *risk_options;
  DeidReport *report;
  DeidStoredPolicy *stored;
  DeidReport *warnings;
  DeidStoredPolicyOptions *stored_options;
} Job;

void job_init (Job *job);
void job_clear (Job *job);

/* Makes the progress. The first report of a search comes late: this takes longer than all else. */
void job_add_progress (Job *job);
