import type { Invocation } from './command.ts'

/** The locale that Discord gives a server first, so that it says little about its people. */
const FIRST_LOCALE = 'en-US'

/** The locale of the people who have written a file: that of the server, or that of the user if the server has not chosen one. */
export const fileLocaleOf = ({ guildLocale, texts }: Pick<Invocation, 'guildLocale' | 'texts'>): string =>
  guildLocale === FIRST_LOCALE ? texts.language : guildLocale
