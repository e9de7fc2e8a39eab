/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "alternatives-study.h"

void print_cases (const Study *study);

/* What most iterations cost. */
void print_costs (const Study *study);

/* What is found, evaluated and spent after how many iterations. */
void print_found (const Study *study);
void print_evaluated (const Study *study);
void print_seconds (const Study *study);

void print_lines (const Study *study);
void print_targets (const Study *study);
