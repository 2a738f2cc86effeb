//! `verify audit`: names everything that was tampered with.

use super::super::exit::Exit;
use super::super::print;
use crate::error::Error;
use crate::verify;

/// What `verify audit` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// First write the receipts again that the ledger has and the work tree has not
    #[arg(long)]
    restore: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Compares files and ledger.
pub(super) fn audit(arguments: &Arguments) -> Result<Exit, Error> {
    let place = super::place()?;
    let store = super::super::open_for_reading()?;
    let (audit, restored) = super::super::block_on(async {
        let restored = if arguments.restore {
            verify::restore(&place, &store).await?
        } else {
            Vec::new()
        };
        Ok((verify::audit(&place, &store).await?, restored))
    })?;
    if arguments.json {
        let findings = audit.findings.iter();
        let findings: Vec<_> = findings
            .map(|one| serde_json::json!({ "subject": one.subject, "what": one.what }))
            .collect();
        print::json(&serde_json::json!({
            "receipts": audit.receipts,
            "sound": audit.sound,
            "recorded": audit.recorded,
            "restored": restored,
            "findings": findings,
        }))?;
    } else {
        for id in &restored {
            print::talk(&format!("restored {id}"));
        }
        for finding in &audit.findings {
            let (subject, what) = (
                print::visible(&finding.subject),
                print::visible(&finding.what),
            );
            print::output(&format!("{subject}: {what}\n"))?;
        }
        print::talk(&format!(
            "{} of {} receipts are sound, and the ledger has {}; findings: {}",
            audit.sound,
            audit.receipts,
            audit.recorded,
            audit.findings.len()
        ));
    }
    Ok(if !audit.findings.is_empty() {
        Exit::Finding
    } else if audit.receipts == 0 {
        Exit::NothingToAudit
    } else {
        Exit::Success
    })
}
