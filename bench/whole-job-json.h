/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "machine.h"
#include "whole-job-study.h"

gboolean whole_write_json (const WholeStudy *study, const Machine *machine, const char *path,
                           GError **error);
