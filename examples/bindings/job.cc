// SPDX-License-Identifier: LGPL-2.1-or-later
// A job in C++17. deid.hpp frees handles and throws errors; the functions are those of C.
//
//     c++ -std=c++17 job.cc -o job $(pkg-config --cflags --libs deid)
//     ./job examples/data
#include <deid/deid.hpp>
#include <cstdio>
#include <string>

using job_handle = deid::handle<deid_job_unref>;
using result_handle = deid::handle<deid_result_unref>;

// Reads a problem file. It names the table and its hierarchies.
static job_handle
load (const std::string &folder)
{
  job_handle job (deid_job_new ());

  deid::call (deid_job_load_file, job, (folder + "/discharges.ini").c_str (), nullptr);
  return job;
}

static void
release (const std::string &folder)
{
  job_handle job = load (folder);
  result_handle result (deid::call (deid_job_run, job, nullptr));
  deid::handle<deid_dataset_unref> table (deid::call (deid_job_release, job, result, nullptr));
  deid::handle<deid_free, char> policy (
      deid::call (deid_policy_to_text, deid_result_get_policy (result)));

  std::printf ("policy %s\n", policy.get ());
  std::printf ("loss %.6f\n", deid_result_get_loss (result));
  std::printf ("rows %" G_GUINT64_FORMAT "\n", deid_dataset_get_n_rows (table));
}

// The table has fewer than 5,000 patients, so no policy makes 5,000 of them look alike.
static void
ask_too_much (const std::string &folder)
{
  job_handle job = load (folder);

  deid::call (deid_job_set, job, "models", "model", "k:5000", nullptr);
  try
    {
      result_handle result (deid::call (deid_job_run, job, nullptr));
    }
  catch (const deid::error &error)
    {
      if (error.code () != DEID_ERROR_NO_SOLUTION)
        throw;
      std::printf ("k:5000 %s\n", error.name ());
    }
}

int
main (int argc, char **argv)
{
  const std::string folder = argc > 1 ? argv[1] : "examples/data";

  try
    {
      release (folder);
      ask_too_much (folder);
    }
  catch (const deid::error &error)
    {
      std::fprintf (stderr, "%s\n", error.what ());
      return 1;
    }
  return 0;
}
