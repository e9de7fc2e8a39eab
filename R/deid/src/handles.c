/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Handles of the library as external pointers, and its errors as conditions. */
#include "binding.h"
#include <R_ext/Rdynload.h>

void
content_free (char kind, gpointer content)
{
  if (kind == 'j')
    deid_job_unref (content);
  else if (kind == 'd')
    deid_dataset_unref (content);
  else if (kind == 'r')
    deid_result_unref (content);
  else if (kind == 'k')
    task_free (content);
  else if (kind == 't')
    deid_free (content);
}

/* The tag of a handle is a symbol that begins with its kind. */
static SEXP
make_tag (char kind)
{
  const char name[] = { kind, '.', 'd', 'e', 'i', 'd', '\0' };

  return Rf_install (name);
}

static void
finalize (SEXP handle)
{
  gpointer content = R_ExternalPtrAddr (handle);

  R_ClearExternalPtr (handle);
  if (content != NULL)
    content_free (*CHAR (PRINTNAME (R_ExternalPtrTag (handle))), content);
}

/* If R runs out of memory meanwhile, the content still belongs to the caller. */
SEXP
handle_new (char kind, gpointer content)
{
  SEXP handle = PROTECT (R_MakeExternalPtr (NULL, make_tag (kind), R_NilValue));

  R_RegisterCFinalizerEx (handle, finalize, TRUE);
  R_SetExternalPtrAddr (handle, content);
  UNPROTECT (1);
  return handle;
}

gpointer
handle_get (SEXP handle, char kind)
{
  if (TYPEOF (handle) != EXTPTRSXP || R_ExternalPtrTag (handle) != make_tag (kind))
    stop_with ("invalid-argument", "expected an object that this package made", NULL);
  if (R_ExternalPtrAddr (handle) == NULL)
    stop_with ("saved",
               "the release comes from a file or another process: it has its frame and figures, "
               "but reports, page, "
               "stored policy and proof must be made before it is saved",
               NULL);
  return R_ExternalPtrAddr (handle);
}

void
stop_with (const char *code, const char *message, GError *error)
{
  SEXP text = PROTECT (make_text (message)), package = PROTECT (make_text ("deid"));
  SEXP call = PROTECT (Rf_lang3 (Rf_install ("fail"), PROTECT (make_text (code)), text));

  deid_error_free (error);
  Rf_eval (call, R_FindNamespace (package));
}

void
stop_with_error (GError *error)
{
  const int code = error == NULL ? DEID_CODE_OTHER : deid_error_get_code (error);
  const char *name = deid_enum_get_name ("DeidError", code);

  if (name == NULL)
    name = code == DEID_CODE_CANCELLED ? "cancelled" : "other";
  stop_with (name,
             error == NULL ? "the library refused the call: see what it printed"
                           : deid_error_get_message (error),
             error);
}

SEXP
make_text (const char *text)
{
  return Rf_ScalarString (text == NULL ? NA_STRING : Rf_mkCharCE (text, CE_UTF8));
}

SEXP
make_texts (const char *const *texts, gsize n_texts)
{
  SEXP result = PROTECT (Rf_allocVector (STRSXP, n_texts));

  for (gsize i = 0; i < n_texts; i++)
    SET_STRING_ELT (result, i, Rf_mkCharCE (texts[i], CE_UTF8));
  UNPROTECT (1);
  return result;
}

/* In UTF-8, valid until the call of R ends; NULL for NULL and NA. */
const char *
get_text (SEXP text)
{
  if (TYPEOF (text) != STRSXP || XLENGTH (text) < 1 || STRING_ELT (text, 0) == NA_STRING)
    return NULL;
  return Rf_translateCharUTF8 (STRING_ELT (text, 0));
}

#define LIST_ROUTINE(name, n, arguments) { #name, (DL_FUNC) binding_##name, n },

static const R_CallMethodDef routines[] = { BINDING_ROUTINES (LIST_ROUTINE){ NULL, NULL, 0 } };

void
R_init_deid (DllInfo *library)
{
  R_registerRoutines (library, NULL, routines, NULL, NULL);
  R_useDynamicSymbols (library, FALSE);
  R_forceSymbols (library, TRUE);
}
