/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "alternatives-study.h"
#include "machine.h"

void print_study_json (const Study *study, const Machine *machine);
