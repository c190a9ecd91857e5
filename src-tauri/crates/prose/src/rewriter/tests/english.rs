use super::{assert_becomes, assert_refuses};
use crate::Language::En;
use crate::rewriter::{Move, Skill, Source, repertoire};

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
            (
                "The oil that was sold by the bargemen smoked.",
                "The oil sold by the bargemen smoked.",
            ),
        ],
    );
    assert_refuses(
        Move::TightenPhrases,
        En,
        &[
            "He nodded his head toward the door.",
            "She put them in order to the last page",
            "He came not in order to help but to watch.",
            "It climbed the inside of the gable.",
            "It was the oil that was sold by the bargemen.",
            "The oil, which was sold by the bargemen, smoked.",
            "The oil that was not sold by the bargemen smoked.",
        ],
    );
}

#[test]
fn that_goes_and_comes_before_a_clause() {
    assert_becomes(
        Move::DropThat,
        En,
        &[
            ("She knew that he was lying.", "She knew he was lying."),
            (
                "Everyone said that it was the weather, and then they said that it was the war.",
                "Everyone said it was the weather, and then they said it was the war.",
            ),
            (
                "She sat in the chair which he had mended.",
                "She sat in the chair he had mended.",
            ),
        ],
    );
    assert_refuses(
        Move::DropThat,
        En,
        &[
            "She knew that face.",
            "He knew that she was ill and that she was alone.",
            "It was so cold that he shook.",
            "The fact that he was late meant nothing.",
            "He told the man that he was late.",
            "It was the lamp that he wanted.",
            "The chair, which he had mended, broke.",
            "The house in which he lived was dark.",
            "He held to the delusion that it was a choice.",
        ],
    );
    assert_becomes(
        Move::AddThat,
        En,
        &[
            ("She knew he was lying.", "She knew that he was lying."),
            (
                "The door was shut, and I thought she had gone.",
                "The door was shut, and I thought that she had gone.",
            ),
        ],
    );
    assert_refuses(
        Move::AddThat,
        En,
        &[
            "She knew him.",
            "The girl he thought he knew was gone.",
            "What she said he was, he became.",
            "He was, she thought, a fool.",
            "Did you think he was lying?",
        ],
    );
}

#[test]
fn optional_commas_come_and_go() {
    assert_becomes(
        Move::AddCommas,
        En,
        &[
            ("At last the lamp was out.", "At last, the lamp was out."),
            (
                "He took the lamp and she followed him.",
                "He took the lamp, and she followed him.",
            ),
        ],
    );
    assert_refuses(
        Move::AddCommas,
        En,
        &[
            "After breakfast Bill and I were sitting in the sun.",
            "He said that the lamp was out and she believed him.",
            "When he came and she left the room, nobody spoke.",
            "The day he left was cold.",
            "He knew the king and the queen.",
        ],
    );
    assert_becomes(
        Move::DropCommas,
        En,
        &[
            ("At last, she put out the lamp.", "At last she put out the lamp."),
            ("In the garden, he sat down.", "In the garden he sat down."),
            (
                "He took the lamp, and she followed him.",
                "He took the lamp and she followed him.",
            ),
            (
                "A barrel was dripping, slowly, into a pan.",
                "A barrel was dripping slowly into a pan.",
            ),
        ],
    );
    assert_refuses(
        Move::DropCommas,
        En,
        &[
            "In the garden, the old man kept bees.",
            "My brother, who was late, and she followed.",
            "He took the lamp, and it went out.",
            "He came, he saw, and he went home.",
            "When he took the lamp, and she followed him, it rained.",
            "He spoke softly, slowly, and well.",
            "In leaving, she took the lamp.",
        ],
    );
}

#[test]
fn repeated_subjects_and_sequence_words_go() {
    assert_becomes(
        Move::DropSubjects,
        En,
        &[
            (
                "She took the ledger, and she opened it.",
                "She took the ledger and opened it.",
            ),
            ("He looked, but he saw nothing.", "He looked but saw nothing."),
        ],
    );
    assert_refuses(
        Move::DropSubjects,
        En,
        &[
            "She had waited, and she left.",
            "She took the ledger, and he opened it.",
            "She watched him leave, he turned, and she wept.",
            "She said that he was late, and she left.",
            "She took the ledger, and she was tired.",
        ],
    );
    assert_becomes(
        Move::DropSequence,
        En,
        &[
            ("Then the lamp was out.", "The lamp was out."),
            (
                "He turned the page, and then he wrote.",
                "He turned the page, and he wrote.",
            ),
            (
                "The line grew brighter and then stopped.",
                "The line grew brighter and stopped.",
            ),
        ],
    );
    assert_refuses(
        Move::DropSequence,
        En,
        &[
            "First he ate, and then he slept.",
            "It rained now and then.",
            "When he came, and then left, it rained.",
            "And there he stood.",
            "Then it was that he saw the lamp.",
            "By then it was dark.",
        ],
    );
}

#[test]
fn dashes_take_the_place_of_colons_and_commas_and_back() {
    assert_becomes(
        Move::ColonsToDashes,
        En,
        &[(
            "He had one wish: nobody should know.",
            "He had one wish—nobody should know.",
        )],
    );
    assert_refuses(
        Move::ColonsToDashes,
        En,
        &[
            "He said: go home now.",
            "It was twenty past: Tom slept.",
            "Ingredients: salt and water.",
            "It was 3:40 by the clock.",
        ],
    );
    assert_becomes(
        Move::DashesToColons,
        En,
        &[(
            "She told him the rest — the part about the boat.",
            "She told him the rest: the part about the boat.",
        )],
    );
    assert_refuses(
        Move::DashesToColons,
        En,
        &[
            "She told him — the boat was gone.",
            "The boat — the old one — was gone.",
            "Gone — the boat and the oars.",
        ],
    );
    assert_becomes(
        Move::CommasToDashes,
        En,
        &[
            (
                "He waited by the gate, but she had gone home.",
                "He waited by the gate—but she had gone home.",
            ),
            (
                "She walked on through the rain, as if she had not heard.",
                "She walked on through the rain—as if she had not heard.",
            ),
            (
                "She ran to the door, which was not locked, and she opened it.",
                "She ran to the door—which was not locked—and she opened it.",
            ),
        ],
    );
    assert_refuses(
        Move::CommasToDashes,
        En,
        &[
            "She ran to the door, which was cold, dark and wet.",
            "When he came to the gate, but she had gone, it rained.",
            "He waited, but she had gone.",
            "He waited — it was late — by the gate, but she had gone home.",
        ],
    );
}

#[test]
fn a_new_dash_is_set_as_the_writer_sets_hers() {
    const WAITS: &str = "He waited by the gate, but she had gone home.";
    for (above, after, expected) in [
        (
            "The boat — the old one — was gone. ",
            "",
            "He waited by the gate — but she had gone home.",
        ),
        (
            "",
            " The boat – the old one – was gone.",
            "He waited by the gate – but she had gone home.",
        ),
        (
            "The boat—the old one—was gone. ",
            "",
            "He waited by the gate—but she had gone home.",
        ),
        ("", "", "He waited by the gate—but she had gone home."),
    ] {
        let source = Source {
            passage: WAITS,
            above,
            after,
            language: En,
        };
        let found = repertoire(&source, Skill::Polish);
        let offered = found.iter().find(|made| made.moves == [Move::CommasToDashes]);
        assert_eq!(
            offered.map(|made| made.text.as_str()),
            Some(expected),
            "{above:?} {after:?}"
        );
    }
    // A dash in the passage itself counts more than those around it.
    for (move_, before, after) in [
        (
            Move::CommasToDashes,
            "The boat — the old one — was gone. He waited by the gate, but she had gone home.",
            "The boat — the old one — was gone. He waited by the gate — but she had gone home.",
        ),
        (
            Move::CommasToDashes,
            "It rained – and rained. She ran to the door, which was not locked, and she opened it.",
            "It rained – and rained. She ran to the door – which was not locked – and she opened it.",
        ),
        (
            Move::ColonsToDashes,
            "It rained — and rained. He had one wish: nobody should know.",
            "It rained — and rained. He had one wish — nobody should know.",
        ),
        (
            Move::SemicolonsToDashes,
            "It rained — and rained. He waited by the gate; she was late again.",
            "It rained — and rained. He waited by the gate — she was late again.",
        ),
        (
            Move::ParenthesesToDashes,
            "It rained — and rained. Her brother (he was the elder) was away.",
            "It rained — and rained. Her brother — he was the elder — was away.",
        ),
    ] {
        assert_becomes(move_, En, &[(before, after)]);
    }
}

#[test]
fn a_long_sentence_turns_on_a_semicolon() {
    assert_becomes(
        Move::CommasToSemicolons,
        En,
        &[
            (
                "The rain came down on the long glass roof, and we walked slowly along the platform.",
                "The rain came down on the long glass roof; we walked slowly along the platform.",
            ),
            (
                "The rain came down on the long glass roof, but we walked slowly along the platform.",
                "The rain came down on the long glass roof; but we walked slowly along the platform.",
            ),
        ],
    );
    assert_refuses(
        Move::CommasToSemicolons,
        En,
        &[
            "The rain came down, and we walked.",
            "The rain came down on the roof; it was late, and we walked slowly along the platform.",
            "He said that the rain came down on the roof, and we walked slowly along the platform.",
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
            // Already short.
            "He sat down, and she left.",
            // The second clause belongs to a report, a condition or a comparison.
            "She said that the house had been sold long before the war, and he had gone to live by the sea.",
            "If the rain came down on the roof again that night, and she lay awake, they would have to leave.",
            "When the rain came down on the roof for the third night, and she lay awake, he lit the lamp.",
            "He was so tired that the road swam before him in the heat, and he fell down beside the ditch.",
            // The last of three clauses in a series.
            "The lamps went out in the long hall, the guests stood still by the stairs, and he was gone at last.",
            // Inside parentheses and dashes.
            "The old house by the river (the rain had got in, and it was damp in every room) stood empty for years.",
            // The second clause has no subject.
            "He took the road along the river in the cold of the morning, and walked until the mill came in sight.",
            // The second clause belongs to a relative clause.
            "I was reading a wonderful story about a man who had vanished in the ice, and his bride was waiting for him.",
            // A noun with a relative clause is not a clause.
            "But now it was the old house by the river, and the life he was expected to lead in it, that were unreal.",
            "She had seen the old house by the river in the rain, and the man who was standing at its door at night.",
            // Speech.
            "\"The rain came down on the roof all night without a pause, and she lay awake beside the window.\"",
            // The selection begins or ends in the middle of a sentence.
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
            ("He’d gone home.", "He had gone home."),
            ("She’d have known.", "She would have known."),
            ("He wasn’t there.", "He was not there."),
            ("We hadn’t the time.", "We had not the time."),
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
            "He had tired eyes.",
            "She had a lamp.",
            "Had not the rain stopped, he was lost.",
        ],
    );
    assert_refuses(
        Move::Expand,
        En,
        &[
            "Tom's house was empty.",
            "Don't you see it?",
            "Why, isn't the door shut.",
            "He is late, isn't he?",
            "He's finished the letter.",
            "He'd put it down.",
            "He'd come home.",
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
            ("The frame began to give.", "The frame started to give."),
            (
                "He ran home, for he was cold.",
                "He ran home, because he was cold.",
            ),
            (
                "The hand which came out of the sleeve was small.",
                "The hand that came out of the sleeve was small.",
            ),
        ],
    );
    assert_becomes(
        Move::FormalConnectives,
        En,
        &[
            ("Maybe she had forgotten it.", "Perhaps she had forgotten it."),
            ("He waited till it was dark.", "He waited until it was dark."),
            (
                "It stopped as if it had heard.",
                "It stopped as though it had heard.",
            ),
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
            "The hand, which came out of the sleeve, was small.",
            "The house in which he lived was dark.",
            "She saw somebody, somebody small.",
            "They were not perhaps alone.",
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
