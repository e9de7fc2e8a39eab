/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* The options of the command line that state a lattice: those of everyday, and others. */
extern const GOptionEntry quasi_identifier_entries[], lattice_entries[];

/* Sets what --keep-apart, --keep-together and --max-blocks say. */
gboolean set_lattice_options (GError **error);
