export { default as SpellingMenu } from './SpellingMenu.svelte'
export { Speller, type SuggestionMenu } from './speller.svelte'
export { misspeltAt, nextMisspelling, spelling, suggestSpelling } from './spelling'
export { words as spellingWords } from './words'
