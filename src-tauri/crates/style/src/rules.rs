//! The rules that are asked, by harper's names for them, and the kind of slip each finds.
//!
//! harper has some 900 rules, many of them about taste, trade names or the prose of programmers. The rules here find
//! slips in anybody's English. A rule that a new version of harper brings is not asked until it stands here.

use contract::StyleKind::{self, Agreement, Article, Capital, Confusion, Form, Joining, Phrase, Repetition};

/// Every rule that is asked.
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

/// Words that nobody writes twice on purpose. Others are: *very very*, *gave her her coat*, *had had*, *that that*.
const NEVER_TWICE: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "from", "he", "i", "if", "into", "it",
    "its", "my", "of", "or", "our", "she", "than", "the", "their", "they", "this", "to", "was", "we", "were",
    "when", "with", "your",
];

/// Words behind which *its* is meant where *it’s* stands; elsewhere *it’s frost* is as likely.
const BEFORE_ITS: &[&str] = &[
    "across", "at", "behind", "beneath", "beyond", "by", "from", "in", "inside", "into", "of", "off", "on",
    "onto", "over", "through", "to", "towards", "under", "upon", "with", "within", "without",
];

/// Returns whether what a rule found is a slip, as far as its words and those around it say.
pub(crate) fn is_slip(rule: &str, found: &str, before: &str, behind: &str) -> bool {
    let is_one_of = |words: &[&str], word: Option<&str>| {
        word.is_some_and(|word| words.contains(&word.to_lowercase().as_str()))
    };
    match rule {
        "RepeatedWords" => is_one_of(NEVER_TWICE, found.split_whitespace().next()),
        // *On its being late.*
        "ItsContraction" => !behind.trim_start().starts_with("being"),
        "ItsPossessive" => is_one_of(BEFORE_ITS, before.split_whitespace().next_back()),
        "ModalOf" => !behind.trim_start().starts_with("necessity"),
        // *A and B*; and harper knows *honor* only.
        "AnA" => !["and ", "or ", "honour"]
            .iter()
            .any(|next| behind.trim_start().starts_with(next)),
        // *All my self-control.*
        "Myself" | "Yourself" => !behind.starts_with('-'),
        // *What he did did not matter.*
        "DidPast" => found != "did",
        _ => true,
    }
}

/// Returns whether people in books say it so, and are to be left alone while they speak.
pub(crate) fn is_of_speech(kind: StyleKind) -> bool {
    matches!(kind, Agreement | Form)
}
