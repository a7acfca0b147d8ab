/** What Discord's client says by itself. */
const english = {
  thinking: (author: string) => `${author} is thinking…`,
  onlyYou: 'Only you can see this',
  select: 'Make a selection',
  /** Instead of the answer to a command. */
  noAnswer: 'The application did not respond',
  /** After a button, a menu or a modal. */
  failed: 'This interaction failed',
}

const german: typeof english = {
  thinking: (author) => `${author} denkt nach …`,
  onlyYou: 'Nur du kannst dies sehen',
  select: 'Triff eine Auswahl',
  noAnswer: 'Die Anwendung reagiert nicht',
  failed: 'Diese Interaktion ist fehlgeschlagen',
}

/** The client's texts in the language of a locale; English for languages other than German. */
export const clientTexts = (locale: string | undefined) => (locale === 'de' ? german : english)
