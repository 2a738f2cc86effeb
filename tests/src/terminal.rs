//! A terminal without a person.

use std::fs::File;
use std::io::Read as _;
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::{PATIENCE, Program};

/// A pseudo-terminal of 80 columns with a program on it.
#[derive(Debug)]
pub struct Terminal {
    child: Child,
    shown: Receiver<Vec<u8>>,
    /// Everything that was shown so far.
    seen: String,
}

impl Terminal {
    /// Starts a program that has the terminal for its input, output and messages.
    pub fn start(program: Program) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&master).expect("a pseudo-terminal of ours");
        unlockpt(&master).expect("a pseudo-terminal of ours");
        let name = ptsname(&master, Vec::new()).expect("its name");
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&master, size).expect("its size");
        let side = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("its far end");
        let copy = || side.try_clone().expect("a copy");
        let child = program
            .env("TERM", "xterm-256color")
            .into_command()
            .stdin(copy())
            .stdout(copy())
            .stderr(copy())
            .spawn()
            .expect("a program that starts");
        drop(side);
        let (sender, shown) = channel();
        let mut master = File::from(master);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // The end is an error here: nobody holds the far side any more.
            while let Ok(count @ 1..) = master.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            shown,
            seen: String::new(),
        }
    }

    /// Waits until something is shown, and returns everything shown so far.
    pub fn wait_for(&mut self, wanted: &str) -> &str {
        let begun = Instant::now();
        while !self.seen.contains(wanted) {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            match self.shown.recv_timeout(left) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(error) => panic!("no {wanted:?} ({error}) in {:?}", self.seen),
            }
        }
        &self.seen
    }

    /// Sends the program a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("a process to signal");
    }

    /// Waits for the end of the program; returns its exit code and everything that was shown.
    pub fn end(mut self) -> (Option<i32>, String) {
        while let Ok(bytes) = self.shown.recv_timeout(PATIENCE) {
            self.seen += &String::from_utf8_lossy(&bytes);
        }
        let status = self.child.wait().expect("an end");
        (status.code(), self.seen)
    }
}
