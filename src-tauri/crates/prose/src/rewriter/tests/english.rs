use super::{assert_becomes, assert_refuses};
use crate::Language::En;
use crate::rewriter::Move;

#[test]
fn intensifiers_go_before_adjectives() {
    assert_becomes(
        Move::CutFillers,
        En,
        &[
            ("The house was very quiet.", "The house was quiet."),
            ("He was an extremely good cook.", "He was a good cook."),
            ("She bought a very old lamp.", "She bought an old lamp."),
            ("It was really very cold that year.", "It was cold that year."),
            (
                "They walked rather slowly down the hill.",
                "They walked slowly down the hill.",
            ),
            ("I really wanted to believe him.", "I wanted to believe him."),
            ("Actually, she had never left.", "She had never left."),
        ],
    );
}

#[test]
fn intensifiers_stay_where_they_mean_something() {
    assert_refuses(
        Move::CutFillers,
        En,
        &[
            "He was not very tall.",
            "I don't really want to go.",
            "She never was quite sure.",
            "The very man stood there.",
            "Quite a few of them left.",
            "He would rather walk.",
            "He loved her very much.",
            "Was it very cold?",
            "It was so very cold that the ink froze.",
            "She had only just arrived.",
            "It was *very* cold.",
            "It was a very useful thing.",
            "It was very good indeed.",
            "It was a nice place, a very nice place.",
            "very tall and thin.",
            "If it was very cold, they stayed in.",
        ],
    );
}

#[test]
fn adverbs_of_manner_go_where_the_clause_stands_without_them() {
    assert_becomes(
        Move::CutAdverbs,
        En,
        &[
            ("She closed the door softly.", "She closed the door."),
            (
                "He quietly opened the drawer and took the letter.",
                "He opened the drawer and took the letter.",
            ),
            (
                "The old man walked slowly across the yard.",
                "The old man walked across the yard.",
            ),
            ("Slowly, she turned the key.", "She turned the key."),
        ],
    );
    assert_refuses(
        Move::CutAdverbs,
        En,
        &[
            "He did not close the door softly.",
            "She hardly moved.",
            "He breathed heavily.",
            "She behaved politely.",
            "He nearly fell.",
            "He spoke as softly as she did.",
            "He walked slowly and carefully across the ice.",
            "Did she close the door softly?",
            "If he walked slowly to the gate, nobody looked.",
            "She was dressed warmly.",
            "They played cards only on Sundays.",
        ],
    );
}

#[test]
fn wordy_phrases_shrink() {
    assert_becomes(
        Move::TightenPhrases,
        En,
        &[
            ("He came in order to help.", "He came to help."),
            (
                "All of a sudden the lamp went out.",
                "Suddenly the lamp went out.",
            ),
            ("She shrugged her shoulders.", "She shrugged."),
            (
                "He left due to the fact that it was late.",
                "He left because it was late.",
            ),
            ("She knew that he was lying.", "She knew he was lying."),
        ],
    );
    assert_refuses(
        Move::TightenPhrases,
        En,
        &[
            "He nodded his head toward the door.",
            "She put them in order to the last page",
            "He came not in order to help but to watch.",
            "She knew that face.",
            "He knew that she was ill and that she was alone.",
        ],
    );
}

#[test]
fn long_sentences_split_before_a_clause_of_its_own() {
    assert_becomes(
        Move::SplitSentences,
        En,
        &[(
            "The rain had come down on the roof all night without a pause, and she lay awake beside the window.",
            "The rain had come down on the roof all night without a pause. She lay awake beside the window.",
        )],
    );
    assert_becomes(
        Move::SplitSentences,
        En,
        &[(
            "He took the long road along the river to the mill, but the fog was too thick to see the water.",
            "He took the long road along the river to the mill. But the fog was too thick to see the water.",
        )],
    );
}

#[test]
fn long_sentences_stay_whole_where_a_part_leans_on_another() {
    assert_refuses(
        Move::SplitSentences,
        En,
        &[
            // Short already.
            "He sat down, and she left.",
            // The second clause is part of a report, a condition, a comparison.
            "She said that the house had been sold long before the war, and he had gone to live by the sea.",
            "If the rain came down on the roof again that night, and she lay awake, they would have to leave.",
            "When the rain came down on the roof for the third night, and she lay awake, he lit the lamp.",
            "He was so tired that the road swam before him in the heat, and he fell down beside the ditch.",
            // The third of a row.
            "The lamps went out in the long hall, the guests stood still by the stairs, and he was gone at last.",
            // Inside parentheses and dashes.
            "The old house by the river (the rain had got in, and it was damp in every room) stood empty for years.",
            // No subject of its own.
            "He took the road along the river in the cold of the morning, and walked until the mill came in sight.",
            // Part of the story that a relative clause tells.
            "I was reading a wonderful story about a man who had vanished in the ice, and his bride was waiting for him.",
            // A noun with a relative clause is no clause.
            "But now it was the old house by the river, and the life he was expected to lead in it, that were unreal.",
            "She had seen the old house by the river in the rain, and the man who was standing at its door at night.",
            // Speech.
            "\"The rain came down on the roof all night without a pause, and she lay awake beside the window.\"",
            // The selection begins or ends in the middle.
            "rain had come down on the roof all night without a pause, and she lay awake beside the window.",
            "The rain had come down on the roof all night without a pause, and she lay awake beside the",
        ],
    );
}

#[test]
fn short_sentences_join() {
    assert_becomes(
        Move::JoinSentences,
        En,
        &[
            (
                "He stood up. He walked to the window.",
                "He stood up and walked to the window.",
            ),
            (
                "The lamp went out. She waited in the dark.",
                "The lamp went out, and she waited in the dark.",
            ),
            ("I was tired. I sat down.", "I was tired and sat down."),
        ],
    );
    assert_refuses(
        Move::JoinSentences,
        En,
        &[
            "He did not stand up. He walked away.",
            "He ran. He ran.",
            "He ran home. He ran fast.",
            "He stood up.\n\nHe walked to the window.",
            "He stood up. \"He walked to the window.\"",
            "\"Where were you?\" I asked Tom. The bar was cool.",
            "He stood up! He walked to the window.",
            "It was as well. He might have answered.",
            "The lamp went out. Mary waited in the dark.",
            "stood up. He walked to the window.",
            "He stood up. He walked to the",
        ],
    );
}

#[test]
fn semicolons_and_full_stops_change_places() {
    assert_becomes(
        Move::SemicolonsToPeriods,
        En,
        &[
            (
                "He waited by the gate; she was late again.",
                "He waited by the gate. She was late again.",
            ),
            (
                "The lamp was out; but he saw the door.",
                "The lamp was out. But he saw the door.",
            ),
        ],
    );
    assert_becomes(
        Move::SemicolonsToDashes,
        En,
        &[(
            "He waited by the gate; she was late again.",
            "He waited by the gate—she was late again.",
        )],
    );
    assert_becomes(
        Move::PeriodsToSemicolons,
        En,
        &[(
            "He waited by the gate. She was late again.",
            "He waited by the gate; she was late again.",
        )],
    );
    assert_refuses(
        Move::SemicolonsToPeriods,
        En,
        &[
            "He packed a coat, a hat; two shirts; a knife.",
            "He saw three things: the gate was open; the dog was gone; the lamp was out.",
            "If he waited by the gate; she was late again.",
            "Was he waiting by the gate; was she late again?",
            "He bought the red one; she, the blue.",
        ],
    );
    assert_refuses(
        Move::PeriodsToSemicolons,
        En,
        &[
            "He waited by the gate. Rome fell long ago.",
            "He waited. She left.",
        ],
    );
}

#[test]
fn dashes_become_commas_and_parentheses() {
    assert_becomes(
        Move::DashesToCommas,
        En,
        &[
            (
                "The gate—the old iron one—was open.",
                "The gate, the old iron one, was open.",
            ),
            (
                "She opened the door — and stopped.",
                "She opened the door, and stopped.",
            ),
            (
                "He had one friend left--an old dog.",
                "He had one friend left, an old dog.",
            ),
        ],
    );
    assert_becomes(
        Move::DashesToParentheses,
        En,
        &[(
            "The gate—he had oiled it himself—was open.",
            "The gate (he had oiled it himself) was open.",
        )],
    );
    assert_refuses(
        Move::DashesToCommas,
        En,
        &[
            "The gate—he had oiled it himself—was open.",
            "The years 1914—1918 were long.",
            "He reached for the—",
            "The gate—the tall, old one—was open.",
            "\"The gate—the old iron one—was open.\"",
            "The Paris–Lyon train was late.",
        ],
    );
}

#[test]
fn parentheses_become_commas_and_dashes() {
    assert_becomes(
        Move::ParenthesesToCommas,
        En,
        &[
            (
                "Her brother (the elder one) was away.",
                "Her brother, the elder one, was away.",
            ),
            (
                "She had a brother (much older than her).",
                "She had a brother, much older than her.",
            ),
        ],
    );
    assert_becomes(
        Move::ParenthesesToDashes,
        En,
        &[(
            "Her brother (he was the elder) was away.",
            "Her brother—he was the elder—was away.",
        )],
    );
    assert_refuses(
        Move::ParenthesesToCommas,
        En,
        &[
            "See the map (p. 4) for the road.",
            "Her brother (he was the elder) was away.",
            "Pick one(s) you like.",
            "It (NATO) met.",
        ],
    );
}

#[test]
fn ellipses_and_exclamations_calm_down() {
    assert_becomes(
        Move::EllipsesToPeriods,
        En,
        &[
            (
                "He waited for her by the gate...",
                "He waited for her by the gate.",
            ),
            (
                "She had lost the key… The door was shut.",
                "She had lost the key. The door was shut.",
            ),
        ],
    );
    assert_refuses(
        Move::EllipsesToPeriods,
        En,
        &[
            "He reached for the…",
            "And then…",
            "He was… tired.",
            "\"I waited for you by the gate…\"",
        ],
    );
    assert_becomes(
        Move::SoftenExclamations,
        En,
        &[
            ("The whole house was burning!", "The whole house was burning."),
            ("What had he done to them?!", "What had he done to them?"),
        ],
    );
    assert_refuses(
        Move::SoftenExclamations,
        En,
        &["Help!", "\"The whole house is burning!\"", "Oh! he thought."],
    );
}

#[test]
fn contractions_go_both_ways() {
    let both = [
        ("I did not see her.", "I didn't see her."),
        ("She will not come today.", "She won't come today."),
        ("We cannot stay here.", "We can't stay here."),
        ("I am afraid of him.", "I'm afraid of him."),
        ("They are in the garden.", "They're in the garden."),
        ("I will tell her.", "I'll tell her."),
        ("He is in the garden.", "He's in the garden."),
        ("Do not open it.", "Don't open it."),
    ];
    assert_becomes(Move::Contract, En, &both);
    assert_becomes(Move::Expand, En, &both.map(|(long, short)| (short, long)));
    assert_becomes(
        Move::Contract,
        En,
        &[(
            "It was Tom’s house; I did not like it.",
            "It was Tom’s house; I didn’t like it.",
        )],
    );
    assert_becomes(
        Move::Expand,
        En,
        &[
            ("I’ve lost it.", "I have lost it."),
            ("He’s been ill.", "He has been ill."),
            ("Don’t open it.", "Do not open it."),
        ],
    );
}

#[test]
fn contractions_stay_where_another_reading_is_possible() {
    assert_refuses(
        Move::Contract,
        En,
        &[
            "I know who he is.",
            "Nobody knew what he is to her.",
            "Older than I am now.",
            "Tired as I am too.",
            "It is not only late but cold.",
            "Will not go.",
            "\"I am tired,\" she said.",
            "It was his own will.",
            "He can not only sing but dance.",
            "They have two children.",
        ],
    );
    assert_refuses(
        Move::Expand,
        En,
        &[
            "Tom's house was empty.",
            "Don't you see it?",
            "He is late, isn't he?",
            "He's finished the letter.",
            "He'd gone home.",
            "Let's go home.",
            "It ain't here.",
            "He don't know her.",
            "The dog's bone was gone.",
        ],
    );
}

#[test]
fn connectives_change_register() {
    assert_becomes(
        Move::PlainConnectives,
        En,
        &[
            ("She laid it upon the table.", "She laid it on the table."),
            ("Perhaps she had forgotten it.", "Maybe she had forgotten it."),
            ("Yet he was not sure.", "But he was not sure."),
        ],
    );
    assert_becomes(
        Move::FormalConnectives,
        En,
        &[
            ("Maybe she had forgotten it.", "Perhaps she had forgotten it."),
            ("He waited till it was dark.", "He waited until it was dark."),
        ],
    );
    assert_refuses(
        Move::PlainConnectives,
        En,
        &[
            "Once upon a time there was a fox.",
            "Not yet ready.",
            "Years upon years went by.",
            "He called upon Amongst.",
        ],
    );
    assert_refuses(
        Move::FormalConnectives,
        En,
        &[
            "He looked as though he was ill.",
            "All but one left.",
            "The till was empty.",
        ],
    );
}

#[test]
fn chinese_moves_leave_english_alone() {
    for move_ in [Move::ThinDe, Move::ThinDi, Move::ThinLe, Move::SemicolonsToCommas] {
        assert_refuses(
            move_,
            En,
            &[
                "The gate was open; she went in.",
                "她的母亲慢慢地站了起来，走了。",
            ],
        );
    }
}
