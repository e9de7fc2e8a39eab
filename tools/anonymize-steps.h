/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "anonymize-report.h"

/* Say how a step of a run went, and how long it took. */

void print_load (const Job *job, double seconds);
void print_tables_made (const Job *job, double seconds);
void print_search (const Job *job, double seconds);
void print_apply (const Job *job, double seconds);
void print_write (const Job *job, double seconds);
void print_certify (const Job *job, double seconds);
void print_risks (const Job *job, double seconds);
void print_engine (const Job *job, double seconds);
void print_files (const Job *job, double seconds);
