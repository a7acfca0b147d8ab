import type { APITextDisplayComponent } from 'discord.js'
import { privateText } from '../../../discord/view.ts'
import type { OwnBanNotes } from '../server-notes.ts'

/** What a message needs to show of the server's own ban of its account. */
export type ShownOwnBan = Pick<OwnBanNotes, 'state' | 'verdict' | 'text'>

/** Maximum length of the text about the ban of an account in a message that lists other accounts. */
export const OWN_BAN_CHARACTERS = 700

/** For an account without a ban of the server. */
export const NO_OWN_BAN: ShownOwnBan = { state: 'none', verdict: '', text: () => '' }

/** Texts without the empty ones, each as a component that only the user may see. */
export const privateTexts = (...texts: string[]): APITextDisplayComponent[] =>
  texts.filter((content) => content !== '').map(privateText)
