/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/page-private.h"

/* The sections of a page, a file each, in the order in which they stand. One writes nothing where
 * there is nothing to say to the audience. Errors: those of deid_page_to_html(). */
gboolean deid_page_write_summary (DeidPageView *view, GError **error);
gboolean deid_page_write_request (DeidPageView *view, GError **error);
gboolean deid_page_write_columns (DeidPageView *view, GError **error);
gboolean deid_page_write_risk (DeidPageView *view, GError **error);
gboolean deid_page_write_tests (DeidPageView *view, GError **error);
gboolean deid_page_write_suppressed (DeidPageView *view, GError **error);
gboolean deid_page_write_distortion (DeidPageView *view, GError **error);
gboolean deid_page_write_utility (DeidPageView *view, GError **error);
gboolean deid_page_write_baseline (DeidPageView *view, GError **error);
gboolean deid_page_write_choices (DeidPageView *view, GError **error);
gboolean deid_page_write_risk_frontier (DeidPageView *view, GError **error);
gboolean deid_page_write_proof (DeidPageView *view, GError **error);
gboolean deid_page_write_limits (DeidPageView *view, GError **error);
gboolean deid_page_write_glossary (DeidPageView *view, GError **error);
gboolean deid_page_write_repeat (DeidPageView *view, GError **error);
