/** A text with a capital as its first letter, by the rules of the language. */
export const sentenceCase = (text: string, language: string) =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

/** Names and abbreviations, which keep their capital within a sentence. */
const KEEPS_CAPITAL = /^(?:Steam|Rust)\b|^\p{Lu}{2}/u

/** A text with a small first letter, to follow a colon, a semicolon or a dot; as it is in German, where it begins with a noun. */
export const midSentence = (text: string, language: string) =>
  language === 'de' || KEEPS_CAPITAL.test(text) ? text : text.charAt(0).toLocaleLowerCase(language) + text.slice(1)
