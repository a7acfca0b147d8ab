/** A text with a capital as its first letter, by the rules of the language. */
export const sentenceCase = (text: string, language: string) =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
