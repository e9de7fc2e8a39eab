/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "grouping-case.h"
#include "machine.h"

void report_text (const Machine *machine, const Timing *timings, guint n);
void report_json (const Machine *machine, const Timing *timings, guint n);
