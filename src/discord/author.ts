import { userMention } from 'discord.js'
import { toolNameOf } from '../model/tool-token.ts'
import { escapeWithin } from './escape.ts'

/** Room for the name of a token, in which one of 32 characters fits even if each of them is escaped. */
const NAME_CHARACTERS = 64

/**
 * Who made a change, as Markdown: a mention of the user, or the name of the token with which a tool made the change.
 * @example
 *   formatAuthor('200000000000000001') // '<@200000000000000001>'
 *   formatAuthor('token:my panel') // '🔑 my panel'
 */
export function formatAuthor(author: string): string {
  const name = toolNameOf(author)
  return name === undefined ? userMention(author) : `🔑 ${escapeWithin(name, NAME_CHARACTERS, NAME_CHARACTERS)}`
}
