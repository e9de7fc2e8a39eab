// SPDX-License-Identifier: LGPL-2.1-or-later
// A job in Rust. All handles are pointers; the functions that it calls are declared by hand.
//
//     rustc job.rs $(pkg-config --libs-only-L deid)
//     ./job examples/data
use std::ffi::{c_void, CStr, CString};
use std::os::raw::{c_char, c_double, c_int};
use std::ptr::{null, null_mut};

type Ptr = *mut c_void;
type Text = *const c_char;

#[link(name = "deid")]
extern "C" {
    fn deid_job_new() -> Ptr;
    fn deid_job_unref(job: Ptr);
    fn deid_job_load_file(job: Ptr, path: Text, cancellable: Ptr, error: &mut Ptr) -> c_int;
    fn deid_job_set(job: Ptr, section: Text, key: Text, value: Text, origin: Text, error: &mut Ptr) -> c_int;
    fn deid_job_run(job: Ptr, cancellable: Ptr, error: &mut Ptr) -> Ptr;
    fn deid_job_release(job: Ptr, result: Ptr, cancellable: Ptr, error: &mut Ptr) -> Ptr;
    fn deid_result_unref(result: Ptr);
    fn deid_result_get_policy(result: Ptr) -> Ptr;
    fn deid_result_get_loss(result: Ptr) -> c_double;
    fn deid_policy_to_text(policy: Ptr, error: &mut Ptr) -> Ptr;
    fn deid_dataset_unref(table: Ptr);
    fn deid_dataset_get_n_rows(table: Ptr) -> u64;
    fn deid_enum_get_name(kind: Text, value: c_int) -> Text;
    fn deid_error_get_code(error: Ptr) -> c_int;
    fn deid_error_get_message(error: Ptr) -> Text;
    fn deid_error_free(error: Ptr);
    fn deid_free(memory: Ptr);
}

/// A pointer, and the function that frees it.
struct Owned(Ptr, unsafe extern "C" fn(Ptr));

impl Drop for Owned {
    fn drop(&mut self) {
        unsafe { self.1(self.0) }
    }
}

/// The name of an error's code, and its message.
type Failure = (String, String);

fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

unsafe fn read(text: Text) -> String {
    if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into() }
}

/// Calls a function with a place for its error.
unsafe fn call<T>(function: impl FnOnce(&mut Ptr) -> T) -> Result<T, Failure> {
    let mut error = null_mut();
    let answer = function(&mut error);
    if error.is_null() {
        return Ok(answer);
    }
    let error = Owned(error, deid_error_free);
    let name = deid_enum_get_name(c("DeidError").as_ptr(), deid_error_get_code(error.0));
    Err((read(name), read(deid_error_get_message(error.0))))
}

/// Reads a problem file, which names the table and its hierarchies.
unsafe fn load(folder: &str) -> Result<Owned, Failure> {
    let job = Owned(deid_job_new(), deid_job_unref);
    let path = c(&format!("{folder}/discharges.ini"));
    call(|error| deid_job_load_file(job.0, path.as_ptr(), null_mut(), error))?;
    Ok(job)
}

unsafe fn run(job: &Owned) -> Result<Owned, Failure> {
    Ok(Owned(call(|error| deid_job_run(job.0, null_mut(), error))?, deid_result_unref))
}

unsafe fn release(folder: &str) -> Result<(), Failure> {
    let job = load(folder)?;
    let result = run(&job)?;
    let table = Owned(call(|error| deid_job_release(job.0, result.0, null_mut(), error))?, deid_dataset_unref);
    let policy = deid_result_get_policy(result.0);
    let text = Owned(call(|error| deid_policy_to_text(policy, error))?, deid_free);
    println!("policy {}", read(text.0.cast()));
    println!("loss {:.6}", deid_result_get_loss(result.0));
    println!("rows {}", deid_dataset_get_n_rows(table.0));
    Ok(())
}

/// The table has fewer than 5,000 patients, so no policy makes 5,000 of them look alike.
unsafe fn ask_too_much(folder: &str) -> Result<(), Failure> {
    let (section, key, value) = (c("models"), c("model"), c("k:5000"));
    let job = load(folder)?;
    call(|error| deid_job_set(job.0, section.as_ptr(), key.as_ptr(), value.as_ptr(), null(), error))?;
    match run(&job) {
        Err((name, _)) if name == "no-solution" => Ok(println!("k:5000 {name}")),
        other => other.map(drop),
    }
}

fn main() {
    let folder = std::env::args().nth(1).unwrap_or("examples/data".into());
    if let Err((_, message)) = unsafe { release(&folder).and_then(|()| ask_too_much(&folder)) } {
        eprintln!("{message}");
        std::process::exit(1);
    }
}
