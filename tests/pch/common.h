/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the test programs include, precompiled to build faster; see lib/pch/common.h. */
#include <check.h>
#include <deid/deid.h>
#include <gio/gio.h>
