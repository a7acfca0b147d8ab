import { roleMention } from 'discord.js'
import type { FoundDecision } from '../../model/ban.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { text, charactersLeft, createView, fileLink, type View, type ViewFile } from '../../discord/view.ts'
import type { Tone } from '../../lib/tone.ts'
import type { ListTexts } from '../../discord/list.ts'

/** The common fields of messages that the bot posts by itself. */
export interface SentMessage {
  /** The role to mention; null for none. */
  roleId: string | null
  /** What the server has decided about an account; not known for messages that are written without the bot. */
  findDecision?: (steamId: SteamId) => FoundDecision
}

/** Puts the mention of the role above a view. */
export function withMention(view: View, { roleId }: Pick<SentMessage, 'roleId'>): View {
  return roleId === null ? view : { ...view, components: [text(roleMention(roleId)), ...view.components] }
}

/** The mention of the role as text, to count its length towards that of the message; empty without a role. */
export const mentionText = ({ roleId }: Pick<SentMessage, 'roleId'>) => (roleId === null ? '' : roleMention(roleId))

/** Maximum number of entries that a message names; its file contains all. */
export const NAMED = 20

/** The parts of a message about many entries. */
export interface ListParts<Shown> {
  tone: Tone
  head: string[]
  /**
   * Functions that format an entry as a line, the most detailed function first. With the last function, twenty lines with the longest names
   * fit into a message.
   */
  lines: ((shown: Shown) => string)[]
  foot: string
  /** The rows of menus and buttons for the named entries. */
  rows: (named: readonly Shown[]) => Parameters<typeof createView>[2]
  file?: ViewFile
}

/** Creates a message about many entries: the first twenty with as much detail as fits, and a file with all. */
export function listMessage<Shown>(
  all: readonly Shown[],
  { tone, head, lines, foot, rows, file }: ListParts<Shown>,
  message: SentMessage,
  texts: ListTexts,
): View {
  const named = all.slice(0, NAMED)
  const rest = all.length > named.length ? [texts.common.leftOut({ count: all.length - named.length })] : []
  const top = head.join('\n')
  const room = charactersLeft([top, foot, mentionText(message)])
  const lists = lines.map((formatLine) => [...named.map(formatLine), ...rest].join('\n'))
  const list = lists.find(({ length }) => length <= room) ?? lists.at(-1) ?? ''
  const files = file ? [file] : []
  return withMention(createView(tone, [top, list, foot, ...files.map(fileLink)], rows(named), files), message)
}
