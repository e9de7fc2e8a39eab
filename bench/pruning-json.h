/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "machine.h"
#include "pruning-study.h"

/* Prints all that was measured, with what was published beside it. */
void print_study_json (const Study *study, const Machine *machine);
