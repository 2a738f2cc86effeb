//! Words that say nothing about what a sentence is about.
//!
//! All languages are one list, since a digest mixes them and none is announced; a word that has a meaning in another
//! language ("die", "war") is a small loss. In languages that are not here a frequent word weighs little all the same,
//! by its frequency.

use std::collections::HashSet;
use std::sync::LazyLock;

const ENGLISH: &str = "\
    a about after again all also an and any are as at be because been before being both but by can could \
    did do does each few for from had has have he her here hers him his how i if in into is it its just me \
    more most my of off on once only or other our ours out over own per same she should so some still such \
    than that the their them then there these they this those through to too under until up us very was we \
    were what when where which while who whom why will with would you your yours it's that's there's we've \
    we're i'm they're however now yet";
const GERMAN: &str = "\
    aber als am auch auf aus bei bin bis da damit dann das dass dem den der des die dies diese dieser \
    dieses doch du durch ein eine einem einen einer eines er es für hat hatte habe haben ich ihr im in ist \
    ja jetzt man mit nach noch nun nur ob oder sein sich sie sind so über um und uns unter vom von vor war \
    waren was wenn wie wir wird wurde wurden zu zum zur";
const FRENCH: &str = "\
    au aux avec ce ces cette dans de des du elle elles en est et il ils je la le les leur lui mais nous on \
    ont ou où par plus pour qu que qui sa se ses son sont sur tu un une vous été était c'est d'un d'une l'on \
    puis";
const SPANISH: &str = "\
    al como con cuando de del donde el ella ellos en entre era es esta este esto fue ha hay la las lo los \
    más muy para pero por porque que se ser si su sus también un una unas uno unos y ya";
const ITALIAN: &str = "\
    alla che chi come con da dal dei del della delle di e gli ha il la le lo ma nel nella per più quando \
    questo sono su sua suo un una";
const ROMANIAN: &str = "\
    acest această acum al ale am ar are au ca că care ce cel cu cum dar de deci din după ea ei el este eu \
    fi fost iar în între la lui mai noi o pe pentru prin sa să sau se sunt și un unei unui va vor";
const GREEK: &str = "\
    αλλά από για είναι ένα ένας έχει η θα και με μια να ο οι όπως που σε στη στην στις στο στον στα τα τη \
    την της τις το τον του τους των ως";
const RUSSIAN: &str = "\
    а без бы был была были было быть в во вы да для до его ее если же за и из или их к как ко когда мы на \
    над о об он она они от по при с со так также то только у уже что чтобы это этот я";
const HINDI: &str = "\
    और का की के को है हैं में से पर यह वह था थे थी ने भी कि जो तो हो एक इस उस";
const ARABIC: &str = "\
    في من على إلى عن أن إن هذا هذه التي الذي ما هو هي كان كانت مع كل قد ثم أو و";

/// Negations are no function words: they turn a sentence around.
const NEGATIONS: &str = "\
    kein keine ne never nicht nie no non nor not nu pas ni nici δεν μη не нет नहीं لا لم لن ليس";

static STOP_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lists = [
        ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, ROMANIAN, GREEK, RUSSIAN, HINDI, ARABIC,
    ];
    lists.into_iter().flat_map(str::split_whitespace).collect()
});

/// Whether `word`, in lower case, is a function word.
pub(super) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}

/// Whether `word`, in lower case, negates.
pub(super) fn is_negation(word: &str) -> bool {
    NEGATIONS.split(' ').any(|negation| negation == word)
        || word.ends_with("n't")
        || word.ends_with("n’t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_in_lower_case() {
        let words = STOP_WORDS.iter().copied().chain(NEGATIONS.split(' '));
        assert!(words.into_iter().all(|word| word.to_lowercase() == word));
        assert!(is_stop_word("the") && is_stop_word("și") && !is_stop_word("parser"));
    }

    #[test]
    fn a_negation_is_not_a_stop_word() {
        assert!(
            NEGATIONS
                .split(' ')
                .all(|word| is_negation(word) && !is_stop_word(word))
        );
        assert!(is_negation("don't") && is_negation("nicht") && !is_negation("note"));
    }
}
