//! Temporary files that are removed when a signal ends the program.
//!
//! Without this, an interrupted run would leave a hidden file beside the one that it was about to replace. Nothing can be
//! done about `SIGKILL` and power failures, and nothing is done about the end of a Windows console.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile};

/// The paths of the temporary files that exist.
///
/// The lock is held while a file is created or renamed, and by the thread that ends the program after a signal. So no file
/// is created after that thread has removed all of them.
static EXISTING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn existing() -> MutexGuard<'static, Vec<PathBuf>> {
    // The list is valid even if a thread panicked.
    EXISTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is removed when the value is dropped, and when a signal ends the program.
pub(super) struct TemporaryFile {
    // The fields are dropped in this order: the file is registered as long as it exists.
    file: NamedTempFile,
    _registration: Registration,
}

impl TemporaryFile {
    pub(super) fn new(builder: &Builder<'_, '_>, directory: &Path) -> io::Result<Self> {
        #[cfg(unix)]
        signals::watch();
        let mut existing = existing();
        let file = builder.tempfile_in(directory)?;
        let path = file.path().to_path_buf();
        existing.push(path.clone());
        Ok(Self {
            file,
            _registration: Registration(path),
        })
    }

    pub(super) fn as_file(&self) -> &File {
        self.file.as_file()
    }

    #[cfg(all(test, unix))]
    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Renames the file, and replaces the one with that name.
    pub(super) fn persist(self, path: &Path) -> io::Result<()> {
        let Self {
            file,
            _registration,
        } = self;
        let persisted = {
            let _guard = existing();
            file.persist(path)
        };
        persisted.map(drop).map_err(|failed| failed.error)
    }
}

// Errors of `NamedTempFile` would name the temporary file, which means nothing to the user.
impl io::Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// An entry of [`EXISTING`].
struct Registration(PathBuf);

impl Drop for Registration {
    fn drop(&mut self) {
        existing().retain(|path| *path != self.0);
    }
}

#[cfg(unix)]
mod signals {
    use std::sync::Once;
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Starts a thread that waits for the signals that end the program. If it cannot be started, signals have their
    /// usual effect.
    pub(super) fn watch() {
        static STARTED: Once = Once::new();
        STARTED.call_once(|| {
            if let Ok(signals) = Signals::new(watched()) {
                let thread = thread::Builder::new().name(String::from("signals"));
                let _ = thread.spawn(move || wait(signals));
            }
        });
    }

    /// The signals to wait for: those that are not ignored, since `nohup` and shells start programs that must outlive
    /// their terminal with `SIGHUP` or `SIGINT` ignored.
    fn watched() -> Vec<i32> {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        match ignored_signals(&status) {
            Some(ignored) => [SIGHUP, SIGINT, SIGTERM, SIGXFSZ]
                .into_iter()
                .filter(|signal| ignored >> (signal - 1) & 1 == 0)
                .collect(),
            // Other systems than Linux have no such file.
            None => vec![SIGINT, SIGTERM, SIGXFSZ],
        }
    }

    /// The set of ignored signals, from the text of `/proc/self/status`. Bit 0 stands for signal 1.
    fn ignored_signals(status: &str) -> Option<u64> {
        let mask = status
            .lines()
            .find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    }

    fn wait(mut signals: Signals) {
        for signal in signals.forever() {
            // A file has reached the maximum size that the user's limits allow. Now that the signal has a handler, the
            // write returns an error, which is reported.
            if signal == SIGXFSZ {
                continue;
            }
            // The lock is never released: no other file may be created until the process has ended.
            let existing = super::existing();
            for path in &*existing {
                // The file may have been removed or renamed already.
                let _ = fs::remove_file(path);
            }
            // The process ends as if there were no handler, so that its parent sees the signal.
            let _ = emulate_default_handler(signal);
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn ignored_signals_are_read_from_the_status_of_the_process() {
            let status = "SigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\nSigCgt:\t0\n";
            assert_eq!(ignored_signals(status), Some(0x1001));
            assert_eq!(ignored_signals("Name:\tlinkspan\n"), None);
            assert_eq!(ignored_signals("SigIgn:\tmany\n"), None);
        }
    }
}
