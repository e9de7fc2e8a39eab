/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* What deid-anonymize tells of policies to choose from. */

/* Adds a member `alternatives`, an array of objects. */
void add_alternatives (JsonBuilder *builder, const DeidAlternatives *alternatives);

/* Prints a table. */
void print_alternatives (const DeidAlternatives *alternatives);
