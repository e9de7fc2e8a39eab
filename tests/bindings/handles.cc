// SPDX-License-Identifier: LGPL-2.1-or-later
// What deid.hpp promises: handles move and are never copied, and errors keep their domain, code and
// name.
#undef NDEBUG
#include <deid/deid.hpp>
#include <cassert>
#include <cstring>
#include <type_traits>
#include <utility>

using job_handle = deid::handle<deid_job_unref>;
using text_handle = deid::handle<deid_free, char>;
using cancellable_handle = deid::handle<g_object_unref, GCancellable>;

static_assert (sizeof (job_handle) == sizeof (DeidJob *));
static_assert (!std::is_copy_constructible_v<job_handle> && !std::is_copy_assignable_v<job_handle>);
static_assert (std::is_nothrow_move_constructible_v<job_handle>);
static_assert (std::is_convertible_v<job_handle &, DeidJob *>);
static_assert (!std::is_convertible_v<job_handle, DeidJob *>, "a temporary handle");
static_assert (!std::is_convertible_v<DeidJob *, job_handle>, "ownership is taken openly");

static void
test_moves ()
{
  job_handle first (deid_job_new ());
  DeidJob *const job = first;
  job_handle second = std::move (first);

  assert (!first && first == nullptr && second && second.get () == job);
  first = std::move (second);
  assert (first.get () == job && !second);
  text_handle text (deid::call (deid_job_to_text, first, nullptr));
  assert (std::strstr (text.get (), "suppression-limit=0"));
}

/* Calls a function that must fail. */
template <typename... Arguments>
static deid::error
fail (const Arguments &...arguments)
{
  try
    {
      deid::call (arguments...);
    }
  catch (const deid::error &error)
    {
      return error;
    }
  assert (!"it succeeded");
  std::abort ();
}

static gboolean
fail_as_host (const char *message, GError **error)
{
  g_set_error_literal (error, g_quark_from_static_string ("host"), DEID_ERROR_PARSE, message);
  return FALSE;
}

static void
test_errors ()
{
  job_handle job (deid_job_new ());
  cancellable_handle cancellable (g_cancellable_new ());
  const deid::error missing = fail (deid_job_load_file, job, "/nowhere.ini", nullptr);

  assert (missing.domain () == deid_error_quark () && missing.code () == DEID_ERROR_IO);
  assert (!std::strcmp (missing.name (), "io") && std::strstr (missing.what (), "/nowhere.ini"));

  deid::call (deid_job_load_text, job, "[input]\ninput=/nowhere.csv\n[models]\nmodel=k:2\n",
              nullptr, nullptr);
  g_cancellable_cancel (cancellable);
  const deid::error cancelled = fail (deid_job_run, job, cancellable);
  assert (cancelled.domain () == G_IO_ERROR && cancelled.code () == DEID_CODE_CANCELLED);
  assert (!std::strcmp (cancelled.name (), "cancelled"));

  const deid::error other = fail (fail_as_host, "told by the host");
  assert (other.domain () == g_quark_from_string ("host") && other.code () == DEID_CODE_OTHER);
  assert (!std::strcmp (other.name (), "other")
          && !std::strcmp (other.what (), "told by the host"));
}

int
main ()
{
  test_moves ();
  test_errors ();
  return 0;
}
