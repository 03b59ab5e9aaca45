//! Photos of a queue (`kibitzer dataset queue`), read and put among what waits for review.

use super::{
    kept::{Kept, Proposed},
    problem::Problem,
    service::Service,
};
use crate::{
    dataset::{Label, propose::proposal, queue::Queued},
    inference::hex,
    recognition::RecognizeOptions,
    vision::{PhotoLimits, open_photo},
};
use sha2::{Digest, Sha256};
use std::path::Path;

/// Puts what the models read in the photos of a queue among what waits for review, in its order.
/// Photos that were there before are not read again, and those without a board are left out.
/// `failed` is told of photos that cannot be read, and why.
pub fn propose(service: &Service, queue: &[Queued], mut failed: impl FnMut(&str, &Problem)) {
    let Some(kept) = &service.kept else { return };
    for (place, queued) in (1..).zip(queue) {
        if let Err(problem) = propose_one(service, kept, queued, place) {
            failed(&queued.photo, &problem);
        }
    }
}

fn propose_one(
    service: &Service,
    kept: &Kept,
    queued: &Queued,
    place: usize,
) -> Result<(), Problem> {
    let (Some(game), id) = (queued.game, id(&queued.photo)) else { return Ok(()) };
    if kept.is_known(&id, place)? {
        return Ok(());
    }
    let photo = open_photo(queued.photo.as_ref(), &PhotoLimits::default())?;
    let options = RecognizeOptions::default();
    let found = match service.readers().read(&photo, Some(game), &options) {
        Err(error) if error.is_no_board() => return Ok(()),
        read => read?,
    };
    let label = proposal(&found, Label { game: Some(game), ..Label::default() }).label;
    let (name, confidence) = (queued.photo.clone(), found.confidence);
    kept.propose(Proposed { id, place, name, label, confidence }, &photo)
}

/// What the photo of a queue is called: the same from whichever folder it is named.
fn id(photo: &str) -> String {
    let path = Path::new(photo).canonicalize().unwrap_or_else(|_| photo.into());
    let digest = hex(&Sha256::digest(path.as_os_str().as_encoded_bytes()));
    format!("queue-{}", &digest[..32])
}
