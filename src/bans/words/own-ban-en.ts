import { createPlurals } from '../../lib/plural.ts'

const { number } = createPlurals('en')

/** English texts about bans of the Discord server in answers about accounts. Names and times are formatted for Markdown by the caller. */
export const ownBan = {
  here: 'Banned here',
  /** Parts that follow `here` in this order. */
  since: (date: string) => `since ${date}`,
  by: (who: string) => `by ${who}`,
  /** For a ban of an import. */
  ofImport: (count: number) => `(import ${number(count)})`,
  until: (date: string) => `until ${date}`,
  forGood: 'for good',
  note: (note: string) => `Note: ${note}`,
  /** Replaces who banned the account, when, and the note when the database fails. */
  detailsUnreadable: 'Who banned the account, when, and the note could not be read.',
  /** While the list of the server is not known. */
  unreadable: 'The bans of this server cannot be read at the moment.',
  count: (count: number) => `${number(count)} banned here`,
}
