//! The enabled rules, by their names in harper, and the kind of slip that each rule finds.
//!
//! harper has some 900 rules, many of them about taste, trade names or the prose of programmers. The rules listed here
//! find slips in anybody's English. A new rule in a later version of harper stays disabled until it is listed here.

use contract::StyleKind::{self, Agreement, Article, Capital, Confusion, Form, Joining, Phrase, Repetition};

/// All enabled rules.
pub(crate) const RULES: &[(StyleKind, &[&str])] = &[
    (
        Repetition,
        &["AnAnother", "AnotherAn", "RepeatedWords", "TheMy", "ToTo"],
    ),
    (Article, &["AnA"]),
    (
        Agreement,
        &[
            "AnotherOnes",
            "AnotherThings",
            "HavePronoun",
            "IAmAgreement",
            "ItAreTheOne",
            "PronounInflectionBe",
            "ThereIsAgreement",
        ],
    ),
    (
        Confusion,
        &[
            "AltarAlter",
            "AtLeasToLeast",
            "AtLestToLeast",
            "BainBane",
            "BareInMind",
            "BareWithMe",
            "BellowBelow",
            "BoarderBorder",
            "CanBeSeen",
            "Cant",
            "ColdModalTypo",
            "DissembleDisassemble",
            "DoesOrDose",
            "EludedTo",
            "ExtendOrExtent",
            "FeelFell",
            "FlauntForFlout",
            "ItsContraction",
            "ItsPossessive",
            "KnowNothingVerb",
            "MoreThatLikely",
            "NobelNoble",
            "PassedPast",
            "PrincipleToPrincipalRoleNoun",
            "RogueRouge",
            "SafeToSave",
            "SaveToSafe",
            "SeamToSeem",
            "SpinalChord",
            "StrikeChord",
            "TheWhetherWeather",
            "TheirToThere",
            "ThenThan",
            "ThereOwn",
            "ThereToTheir",
            "TheyreToTheir",
            "ThingThink",
            "ThoughThought",
            "ToLoseTooLoose",
            "ToTooIdioms",
            "ToTwoToo",
            "ToteTout",
            "UseToUsedTo",
            "WaistWaste",
            "WasAloud",
            "YourOutClauseAgreement",
        ],
    ),
    (
        Form,
        &[
            "CorrectNumberSuffix",
            "DidPast",
            "HadOf",
            "HelpedPast",
            "IsBeenAuxSequence",
            "MayOfPronoun",
            "ModalOf",
            "MoreBetter",
            "NotBeAfterNot",
            "Payed",
            "RegularIrregulars",
            "SimplePastToPastParticiple",
            "WillNonLemma",
        ],
    ),
    (
        Joining,
        &[
            "EachAndEveryOne",
            "ElsePossessive",
            "Everyday",
            "Furthermore",
            "Henceforth",
            "Meanwhile",
            "Misunderstood",
            "Myself",
            "Nowhere",
            "SomebodyElses",
            "Somewhere",
            "Therefore",
            "Widespread",
            "Without",
            "Yourself",
        ],
    ),
    (
        Phrase,
        &[
            "Ado",
            "AllIntentsAndPurposes",
            "AllOfASudden",
            "BadRap",
            "BanTogether",
            "BatedBreath",
            "BeckAndCall",
            "BesideThePoint",
            "ChampAtTheBit",
            "ChangeTack",
            "DampSquib",
            "DoToDueTo",
            "DoubleEdgedSword",
            "EggYolk",
            "EnMasse",
            "EnRoute",
            "FarAndFewBetween",
            "FetalPosition",
            "FoamAtTheMouth",
            "FootTheBill",
            "FreeRein",
            "GrindToAHalt",
            "HungerPang",
            "JustDeserts",
            "LeavingInDroves",
            "MootPoint",
            "NerveRacking",
            "NervousWreck",
            "OldWivesTale",
            "OneFellSwoop",
            "OnTheSpurOfTheMoment",
            "PaleByComparison",
            "PassersBy",
            "PeaceOfMind",
            "PiqueInterest",
            "ScantilyClad",
            "ShootOneselfInTheFoot",
            "SlipperySlope",
            "SneakingSuspicion",
            "StatuteOfLimitations",
            "SufficeItToSay",
            "SupposedTo",
            "ToNoAvail",
            "ToTheMannerBorn",
            "TongueInCheek",
            "ViceVersa",
            "WhetYourAppetite",
            "WreakHavoc",
            "WroughtIron",
        ],
    ),
    (Capital, &["CapitalizePersonalPronouns"]),
];

/// Words that nobody repeats on purpose. Many other words can be repeated: *very very*, *gave her her coat*, *had had*,
/// *that that*.
const NEVER_TWICE: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "from", "he", "i", "if", "into", "it",
    "its", "my", "of", "or", "our", "she", "than", "the", "their", "they", "this", "to", "was", "we", "were",
    "when", "with", "your",
];

/// Words after which *it’s* is a slip for *its*. After any other word, as in *it’s frost*, both are equally likely.
const BEFORE_ITS: &[&str] = &[
    "across", "at", "behind", "beneath", "beyond", "by", "from", "in", "inside", "into", "of", "off", "on",
    "onto", "over", "through", "to", "towards", "under", "upon", "with", "within", "without",
];

/// Returns whether a finding of a rule is a slip, judged by its words and the words around it.
pub(crate) fn is_slip(rule: &str, found: &str, before: &str, behind: &str) -> bool {
    let is_one_of = |words: &[&str], word: Option<&str>| {
        word.is_some_and(|word| words.contains(&word.to_lowercase().as_str()))
    };
    match rule {
        "RepeatedWords" => is_one_of(NEVER_TWICE, found.split_whitespace().next()),
        // No slip: *on its being late*.
        "ItsContraction" => !behind.trim_start().starts_with("being"),
        "ItsPossessive" => is_one_of(BEFORE_ITS, before.split_whitespace().next_back()),
        "ModalOf" => !behind.trim_start().starts_with("necessity"),
        // No slip: *a and b*. harper knows only the spelling *honor*, so *an honour* is no slip either.
        "AnA" => !["and ", "or ", "honour"]
            .iter()
            .any(|next| behind.trim_start().starts_with(next)),
        // No slip: *all my self-control*.
        "Myself" | "Yourself" => !behind.starts_with('-'),
        // No slip: *what he did did not matter*.
        "DidPast" => found != "did",
        _ => true,
    }
}

/// Returns whether slips of this kind are part of how characters speak, so that dialogue is exempt.
pub(crate) fn is_of_speech(kind: StyleKind) -> bool {
    matches!(kind, Agreement | Form)
}
