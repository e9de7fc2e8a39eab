/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DEID_EXTEND_H
#define DEID_EXTEND_H

/*
 * A host extends the library by filling in slots: privacy models (deid-privacy-model-funcs.h),
 * quality models (deid-quality-model-funcs.h) and searches (deid-search-funcs.h). Models see
 * equivalence classes (deid-class.h) and, before the run, the whole table (deid-privacy-input.h,
 * deid-quality-input.h). A property store (deid-property-store.h) keeps what a search has concluded
 * about policies without evaluating them.
 *
 * The models and searches of the library fill in the same slots. Authors of models and searches
 * include deid.h and this header; hosts that only use them include deid.h alone. The rules of
 * deid.h apply here, too. Setters of slots cannot fail: calling one after the slots were used is a
 * programmer's error. A property store stays with its search and is used by one thread at a time.
 */

#include <deid/deid.h>

#define DEID_EXTEND_H_INSIDE

#include <deid/deid-class.h>
#include <deid/deid-privacy-input.h>
#include <deid/deid-privacy-model-funcs.h>
#include <deid/deid-property-store.h>
#include <deid/deid-quality-input.h>
#include <deid/deid-quality-model-funcs.h>
#include <deid/deid-search-funcs.h>

#undef DEID_EXTEND_H_INSIDE

/* These macros define inline functions, which scanners need not see. */
#ifndef __GI_SCANNER__

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidPrivacyModelFuncs, deid_privacy_model_funcs_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidPropertyStore, deid_property_store_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidQualityModelFuncs, deid_quality_model_funcs_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidSearchFuncs, deid_search_funcs_unref)

#endif

#endif
