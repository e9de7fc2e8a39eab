/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * For C++17: handles that free themselves, and errors that are thrown. You call the functions of C.
 *
 *     deid::handle<deid_job_unref> job (deid_job_new ());
 *     deid::call (deid_job_load_file, job, "problem.ini", nullptr);
 *     deid::handle<deid_result_unref> result (deid::call (deid_job_run, job, nullptr));
 *
 * A callback must not throw, because the library calls it from C.
 */
#ifndef DEID_HPP
#define DEID_HPP

#include <deid/deid-extend.h>
#include <memory>
#include <stdexcept>

namespace deid
{

template <typename Function> struct argument;

template <typename T> struct argument<void (*) (T *)>
{
  using type = T;
};

/* Name the type if the function frees any: handle<deid_free, char>. */
template <auto Free, typename T = typename argument<decltype (Free)>::type> struct deleter
{
  void
  operator() (T *pointer) const noexcept
  {
    Free (pointer);
  }
};

/* A std::unique_ptr that can be passed to functions of C. A temporary one cannot: it would free
 * what the caller still uses. */
template <auto Free, typename T = typename argument<decltype (Free)>::type>
struct handle : std::unique_ptr<T, deleter<Free, T> >
{
  using std::unique_ptr<T, deleter<Free, T> >::unique_ptr;

  operator T * () const &noexcept { return this->get (); }
  operator T * () const && = delete;
};

/* What a function reports by its GError. */
class error : public std::runtime_error
{
public:
  explicit error (const GError *failure)
      : std::runtime_error (deid_error_get_message (failure)), domain_ (failure->domain),
        code_ (deid_error_get_code (failure))
  {
  }

  /* deid_error_quark () if the code is a DeidError. */
  GQuark
  domain () const noexcept
  {
    return domain_;
  }

  /* A DeidError, DEID_CODE_CANCELLED or DEID_CODE_OTHER. */
  int
  code () const noexcept
  {
    return code_;
  }

  /* The name of a DeidError, such as "no-solution"; otherwise "cancelled" or "other". */
  const char *
  name () const noexcept
  {
    const char *found = deid_enum_get_name ("DeidError", code_);

    return found ? found : code_ == DEID_CODE_CANCELLED ? "cancelled" : "other";
  }

private:
  GQuark domain_;
  int code_;
};

/* Calls a function whose last parameter is a GError, without that parameter; throws deid::error if
 * the function fails. */
template <typename Function, typename... Arguments>
auto
call (Function *function, const Arguments &...arguments)
{
  GError *failure = nullptr;
  auto answer = function (arguments..., &failure);

  if (failure)
    throw error (handle<deid_error_free> (failure).get ());
  return answer;
}

}

#endif
