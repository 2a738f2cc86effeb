//! Lines, however they come.

use std::sync::Mutex;

use tokio::sync::watch;

use super::*;

/// Pushes pieces, and returns what was shown.
fn shown(pieces: &[&[u8]]) -> Vec<(String, LineState)> {
    let shown = Mutex::new(Vec::new());
    let listener = |lines: Lines<'_>| {
        let mut shown = shown.lock().unwrap();
        shown.push((lines.text.to_owned(), lines.state));
    };
    let mut cutter = Cutter::new(Listener::new(&listener), Stream::Stdout);
    for piece in pieces {
        cutter.push(piece);
    }
    cutter.finish();
    shown.into_inner().unwrap()
}

fn whole(pieces: &[&[u8]]) -> String {
    let shown = shown(pieces);
    assert!(shown.iter().all(|(_, state)| *state == LineState::Whole));
    let lines: Vec<String> = shown.into_iter().map(|(text, _)| text).collect();
    lines.join("\n")
}

#[test]
fn lines_are_the_same_however_they_come() {
    for (written, seen) in [
        ("a\nb\n", "a\nb"),
        ("a\n\n\nb", "a\n\n\nb"),
        ("\n", ""),
        ("a\r\nb\r\n", "a\nb"),
        ("10%\r50%\r100%\ndone", "100%\ndone"),
        ("10%\r100%\r", "100%"),
        ("10%\r\r\n\rx\n", "10%\nx"),
        ("\r\r\n€\n", "\n€"),
        ("old\rn\rnew\n\rlast", "new\nlast"),
    ] {
        let bytes = written.as_bytes();
        assert_eq!(whole(&[bytes]), seen, "{written:?}");
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(whole(&single), seen, "{written:?}");
        for at in 0..bytes.len() {
            let (first, second) = bytes.split_at(at);
            assert_eq!(whole(&[first, second]), seen, "{written:?} at {at}");
        }
    }
}

#[test]
fn many_lines_come_as_one() {
    let text = "y\n".repeat(30_000);
    assert_eq!(shown(&[text.as_bytes()]).len(), 1);
    let text = "y\r\n".repeat(30_000);
    assert_eq!(shown(&[text.as_bytes()]).len(), 1);
}

#[test]
fn a_long_line_is_cut_before_a_character_and_the_rest_is_counted() {
    // Three bytes each: 2,730 of them fit.
    let line = "€".repeat(3000);
    let cut = ("€".repeat(2730), LineState::Cut(3 * 270));
    let text = format!("a\n{line}\nb\n");
    let expected = [
        ("a".to_owned(), LineState::Whole),
        cut,
        ("b".to_owned(), LineState::Whole),
    ];
    assert_eq!(shown(&[text.as_bytes()]), expected);
    let pieces: Vec<&[u8]> = text.as_bytes().chunks(1000).collect();
    assert_eq!(shown(&pieces), expected);
}

#[test]
fn a_line_without_an_end_does_not_grow() {
    let piece = vec![b'a'; 70_000];
    let shown_last = shown(&vec![&piece[..]; 1500]).pop().unwrap();
    assert_eq!(shown_last.0.len(), LONGEST_LINE);
    let left_out = 70_000 * 1500 - LONGEST_LINE as u64;
    assert_eq!(shown_last.1, LineState::Cut(left_out));
}

#[test]
fn who_comes_late_gets_the_last_lines_and_what_follows() {
    let shown = Mutex::new(Vec::new());
    let hear = |lines: Lines<'_>| {
        let mut shown = shown.lock().unwrap();
        shown.push((lines.text.to_owned(), lines.state));
    };
    let audience = watch::Sender::new(0);
    let listener = Listener::new(&hear).for_audience(audience.subscribe());
    let (mut cutter, mut capture) = (Cutter::new(listener, Stream::Stdout), Capture::tail(8192));
    let mut print = |text: &str, cutter: &mut Cutter<'_>| {
        cutter.attend(&capture);
        cutter.push(text.as_bytes());
        capture.push(text.as_bytes());
    };
    // Of the first line a part is out of reach.
    print(&format!("{}\r\n", "x".repeat(EARLIER)), &mut cutter);
    print("10%\r20%\nsecond\nNa", &mut cutter);
    audience.send_replace(1);
    print("me?", &mut cutter);
    print("\n", &mut cutter);
    audience.send_replace(2);
    print("new\n", &mut cutter);
    audience.send_replace(0);
    print("unheard\n", &mut cutter);
    cutter.finish();
    let shown: Vec<(String, LineState)> = shown.into_inner().unwrap();
    let expected = [
        ("20%\nsecond", LineState::Earlier),
        ("Na", LineState::Open),
        ("Name?", LineState::Whole),
        ("20%\nsecond\nName?", LineState::Earlier),
        ("new", LineState::Whole),
    ]
    .map(|(text, state)| (text.to_owned(), state));
    assert_eq!(shown, expected);
}

#[test]
fn an_open_line_is_shown_once_and_again_when_it_has_grown() {
    let shown = Mutex::new(Vec::new());
    let listener = |lines: Lines<'_>| {
        let mut shown = shown.lock().unwrap();
        shown.push((lines.text.to_owned(), lines.state));
    };
    let mut cutter = Cutter::new(Listener::new(&listener), Stream::Stderr);
    cutter.push("a\nName? €".as_bytes().split_last().unwrap().1);
    let first = cutter.due.unwrap();
    cutter.show_open();
    assert!(cutter.due.is_none());
    cutter.push(b"\xac");
    assert!(cutter.due.unwrap() > first);
    cutter.show_open();
    cutter.push(b"\n");
    assert!(cutter.due.is_none());
    cutter.finish();
    let shown: Vec<(String, LineState)> = shown.into_inner().unwrap();
    let expected = [
        ("a", LineState::Whole),
        ("Name? ", LineState::Open),
        ("Name? €", LineState::Open),
        ("Name? €", LineState::Whole),
    ]
    .map(|(text, state)| (text.to_owned(), state));
    assert_eq!(shown, expected);
}
