/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "pruning-study.h"

/* Print what the study has tables of, with its figures beside those measured, on the standard
 * output. */
void print_stores (const Study *study);
void print_properties (const Study *study);
void print_prediction (const Study *study);
void print_races (const Study *study);

/* What its figures show. */
void print_memory (const Study *study);
void print_times (const Study *study);
void print_first_found (const Study *study);
void print_trajectories (const Study *study);
