export { tidy, TIDY_RULES, type TidyChange, type TidyChoices, type TidyRule } from './tidy'
