/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* These begin what has a @name in the object that is being built, or NULL in an array. */
void begin_object (JsonBuilder *builder, const char *name);
void begin_array (JsonBuilder *builder, const char *name);

/* These add a member to the object that is being built. */
void add_integer (JsonBuilder *builder, const char *name, guint64 value);
void add_boolean (JsonBuilder *builder, const char *name, gboolean value);
void add_text (JsonBuilder *builder, const char *name, const char *value);

/* JSON has no infinity: what is not finite is null. */
void add_number (JsonBuilder *builder, const char *name, double value);
