import type { APITextDisplayComponent } from 'discord.js'
import { privateText } from '../../../discord/view.ts'
import type { OwnBanNotes } from '../server-notes.ts'

/** Maximum length of the text about the ban of an account in a message that lists other accounts. */
export const OWN_BAN_CHARACTERS = 700

/** For an answer outside a server. */
export const NO_OWN_BAN: OwnBanNotes = { state: 'none', verdict: '', text: () => '', buttons: [] }

/** Texts without the empty ones, each as a component that only the user may see. */
export const privateTexts = (...texts: string[]): APITextDisplayComponent[] =>
  texts.filter((content) => content !== '').map(privateText)
