/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

/* How specifications name each DeidValueOrder behind t; the default has no name. */
static const char *const deid_value_order_names[] = { "text", "int", "num", "" };
