import type { AccountNotes } from '../../accounts/discord/server-notes.ts'
import { ICONS } from '../../lib/tone.ts'
import type { Account } from '../../model/account.ts'
import type { Watch } from '../../model/watch.ts'
import { findWatch } from '../list-watches.ts'
import { findEarlierNames } from '../history.ts'
import { readBriefly } from '../../lib/read-briefly.ts'
import type { WatchContext } from '../watch-context.ts'
import type { Texts } from './texts.ts'
import { editOption, historyOption, stopWatchingButton, watchButton } from './watch-parts.ts'
import { watchedLine } from './watch-views.ts'

type WatchNotes = Omit<AccountNotes, 'door' | 'ownBan'>

/** The entry of an account on a server's watch list; null without one, `unreadable` when the database failed. */
export type ListEntry = Watch | null | 'unreadable'

/**
 * What the watch list of a server adds to the card of an account; nothing where no server has installed the bot. A database that fails or is busy does not
 * prevent the card.
 */
export async function noteWatched(
  context: WatchContext,
  guildId: string | null,
  { steamId, profile: { personaname: name } }: Account,
  texts: Texts,
): Promise<WatchNotes> {
  if (guildId === null) return { marks: [], earlierNames: [], buttons: [], more: [] }
  // A shortcut for accounts on no list, whose lookup does not wait for the database.
  if (!context.watched.has(steamId)) return toWatchNotes(steamId, null, [], texts)
  const found = await readBriefly(context.clock, async () => {
    const entry = await findWatch(context, guildId, steamId)
    // Names are only for servers that watch the account.
    return { entry, earlierNames: entry ? await findEarlierNames(context, steamId, name) : [] }
  })
  context.onName(steamId, name)
  return toWatchNotes(steamId, found ? found.entry : 'unreadable', found?.earlierNames ?? [], texts)
}

/** Lines and buttons about an entry on the card of its account. */
export function toWatchNotes(steamId: string, entry: ListEntry, earlierNames: string[], texts: Texts): WatchNotes {
  const more = [historyOption(steamId, texts)]
  if (entry === null || entry === 'unreadable') {
    const marks = entry === null ? [] : [`${ICONS.incomplete} ${texts.watch.notReadable}`]
    return { marks, earlierNames, buttons: [watchButton(steamId, texts)], more }
  }
  const buttons = [stopWatchingButton(steamId, texts)]
  return { marks: [watchedLine(entry, texts)], earlierNames, buttons, more: [editOption(steamId, texts), ...more] }
}
