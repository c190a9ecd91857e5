/** Every feature by its stable name, in the groups of the list from which the writer chooses. */
export const FEATURES = {
  length: ['sentence_length', 'sentence_length_variation', 'paragraph_length', 'text_length'],
  words: [
    'adverb_density',
    'adjective_density',
    'filler_density',
    'connective_rate',
    'contraction_rate',
    'register',
    'lexical_diversity',
    'idiom_rate',
    'modal_particle_rate',
    'de_rate',
  ],
  marks: [
    'comma_rate',
    'semicolon_rate',
    'em_dash_rate',
    'ellipsis_rate',
    'exclamation_rate',
    'question_rate',
    'parenthesis_rate',
  ],
  manner: ['dialogue_share', 'first_person_rate', 'passive_share', 'figurative_rate', 'sensory_rate'],
} as const

export type FeatureGroup = keyof typeof FEATURES
