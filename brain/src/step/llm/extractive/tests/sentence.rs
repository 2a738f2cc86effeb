//! The table of sentence ends, and of what looks like one.

use crate::step::llm::extractive::sentence::sentences;

/// Texts with their cuts marked by `|`.
const CASES: &[&str] = &[
    // Plain ends.
    "One. |Two. |Three.",
    "One.",
    "No end at all",
    "Really? |Yes! |Good.",
    "Really?! |Yes.",
    "What!!! |No.",
    "He left.  |She stayed.",
    "One.\t|Two.",
    "Fixed in 3 places. |12 remain.",
    // Ellipses.
    "Wait... |What?",
    "Wait… |What?",
    "Wait... what?",
    "I ... I do not know. |Bye.",
    // Abbreviations.
    "Use a cache, e.g. Redis. |It is fast.",
    "That is, i.e. the parser, is slow. |We know.",
    "Dr. Smith met Mrs. Jones. |They talked.",
    "Prof. Ana Popescu and Mr. Ionescu agree. |Good.",
    "Wir nehmen z. B. Rust. |Das ist gut.",
    "Wir nehmen z.B. Rust. |Das ist gut.",
    "Wir nehmen z.\u{a0}B. Rust. |Das ist gut.",
    "Das gilt d. h. immer, i. d. R. Montags. |Gut.",
    "Siehe Abs. 3 und Nr. 5 dort. |Ende.",
    "Am 3. Mai kommt er. |Am 4. geht er.",
    "It was made in the U.S. |The price is low.",
    "The U.S. Senate voted. |It passed.",
    "He lives in the U. S. |He likes it.",
    "Apples, pears, etc. |The rest is gone.",
    "Apples, pears, etc. are gone. |We buy more.",
    "Brain Inc. |We build it.",
    "Brain Inc. Bucharest builds it. |Yes.",
    "Come at 5 p.m. |We start then.",
    "J. R. R. Tolkien wrote it. |We read it.",
    "See Fig. 3 and vol. 2. |Then p. 7.",
    "The answer is no. |Nobody knows why.",
    "Take No. 5. |Leave no. 6.",
    "Erkan et al. 2004 did it. |So do we.",
    "Rust vs. Python. |Who wins?",
    "Voir p. ex. Paris. |C'est tout.",
    "Ver pág. 4 y p. ej. Madrid. |Adiós.",
    "Vezi pag. 7, cf. Ionescu. |Gata.",
    "Am Freitag usw. |Das war es.",
    // Numbers, versions, files, addresses.
    "Pi is 3.14 or so. |Good.",
    "Pi is 3.14. |Good.",
    "Released v1.2.3 today. |It works.",
    "Released v1.2.3. |It works.",
    "It costs 1.000,50 EUR. |Expensive.",
    "Look at src/main.rs now. |Then at Cargo.toml. |Done.",
    "See .gitignore and .NET too. |Fine.",
    "Read https://example.com/a.b?c=d.e&f=g!h. |Then go.",
    "Read https://example.com/a?b. |Then go.",
    "Read <https://example.com/a. B>. |Then go.",
    "Mail ana.pop@example.com. |She answers.",
    "At 10.30 it broke. |At 11.00 it ran.",
    "The host is 127.0.0.1. |Try it.",
    "1. First thing. 2. Second thing.",
    "There were 5. |That is enough.",
    "Issue #12. |#13 is open.",
    // Brackets, quotations, emphasis, links, code.
    "He left (it was late. Really.) and slept. |She stayed.",
    "He left. |(She stayed.) |They met.",
    "He said \"Go. Now.\" and left. |Good.",
    "He said \"Go.\" |She went.",
    "He said “Go. Now.” and left. |Good.",
    "Er sagte „Geh. Jetzt.“ und ging. |Gut.",
    "Il dit « Va. Vite. » et part. |Bon.",
    "Run `a. B` now. |Then `c`.",
    "Run ``a ` b. C`` now. |Then stop.",
    "It ends in `x.` Then more. |Stop.",
    "**Bold. Still bold.** |Plain.",
    "**Bold.** |Plain.",
    "_One. Two._ |Three.",
    "Is ~~old. Gone~~ new. |Yes.",
    "See [the docs. All of them](https://example.com/x. Y). |Then go.",
    "See ![A picture. Large](a.png). |Then go.",
    "Take snake_case. |Then other_case.",
    "Compute 2 * 3. |Then 4 * 5.",
    "An open (bracket. |It is a mistake.",
    "An open \"quote. |It is a mistake.",
    "An open `quote. |It is a mistake.",
    "Call f(a. B). |Then stop.",
    "JSON is {\"a\": \"x. Y\"}. |Yes.",
    // What would be markup at the beginning of a line.
    "First. - Not a list. |Last.",
    "First. # Not a heading",
    "First. > Not a quote",
    "Done. |`code` comes next.",
    // Small letters.
    "the parser is fixed. |it reads urls now.",
    "The parser of rustc. it is small.",
    "Yahoo! is a name. |Yes.",
    // Pictures.
    "Done! 🎉 |We shipped.",
    "Done. 👩‍👩‍👧 🇷🇴 |We shipped.",
    "Done 🎉 and more. |Yes.",
    // Other scripts.
    "解析器很慢。|我们修好了！|真的？|是的。",
    "彼は「行く。今。」と言った。|終わり。",
    "他说：“走。”|然后走了。",
    "版本1.2.3发布了。|请看https://example.com/a.b。|谢谢。",
    "Ο αναλυτής είναι αργός. |Γιατί; |Δεν ξέρω.",
    "Είναι π.χ. Ελλάδα. |Ναι.",
    "المحلل بطيء. |لماذا؟ |لا نعرف.",
    "پارسر سست ہے۔ |کیوں؟ |معلوم نہیں۔",
    "पार्सर धीमा है। |क्यों? |पता नहीं।",
    "ตัวแยกวิเคราะห์ช้า เราแก้ไขแล้ว",
    "Парсер медленный. |Почему? |Не знаем.",
    "Это т.е. Москва. |Да.",
    "Վերլուծիչը դանդաղ է։ |Ինչու։",
    "ተንታኙ ቀርፋፋ ነው። |ለምን፧",
    "¿Por qué? |¡Porque sí! |Bien.",
    "Bonjour ! |Ça va ? |Oui.",
    // White space that does not break.
    "Dr.\u{a0}Smith came. |He left.",
    "End.\u{a0}Glued to it. |Free.",
];

#[test]
fn the_table_of_sentences() {
    let mut wrong = Vec::new();
    for case in CASES {
        let expected: Vec<String> = case
            .split('|')
            .map(|sentence| sentence.trim().to_owned())
            .collect();
        let text = case.replace('|', "");
        if sentences(&text) != expected {
            wrong.push(format!(
                "{text}\n  found    {:?}\n  expected {expected:?}",
                sentences(&text)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
