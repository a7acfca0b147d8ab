import type { AccountNotes } from '../../accounts/discord/card-context.ts'
import { ICONS } from '../../lib/tone.ts'
import type { Account } from '../../model/account.ts'
import type { Watch } from '../../model/watch.ts'
import { findWatch } from '../list-watches.ts'
import { findEarlierNames } from '../name-notes.ts'
import { readBriefly } from '../read-briefly.ts'
import type { WatchContext } from '../watch-context.ts'
import type { Texts } from './texts.ts'
import { stopWatchingButton, watchButton } from './watch-parts.ts'
import { watchedLine } from './watch-views.ts'

type WatchNotes = Omit<AccountNotes, 'verdict'>

/** The entry of an account on a server's watch list, null when it is not on it, `unreadable` when the database failed. */
export type ListEntry = Watch | null | 'unreadable'

/**
 * What the watch list of a server adds to the card of an account; nothing in a direct message. A database that fails, or is busy,
 * does not keep the card from being shown.
 */
export async function noteWatched(
  context: WatchContext,
  guildId: string | null,
  { steamId, profile: { personaname: name } }: Account,
  texts: Texts,
): Promise<WatchNotes> {
  if (guildId === null) return { marks: [], isWatched: false, earlierNames: [], buttons: [] }
  // Most accounts are on no list, and a look-up of them waits for no database.
  if (!context.watched.has(steamId)) return toWatchNotes(steamId, null, [], texts)
  const found = await readBriefly(context.clock, async () => {
    const entry = await findWatch(context, guildId, steamId)
    // For servers that watch the account alone.
    return { entry, earlierNames: entry ? await findEarlierNames(context, steamId, name) : [] }
  })
  context.onName(steamId, name)
  return toWatchNotes(steamId, found ? found.entry : 'unreadable', found?.earlierNames ?? [], texts)
}

/** What the card of an account shows of its entry. */
export function toWatchNotes(steamId: string, entry: ListEntry, earlierNames: string[], texts: Texts): WatchNotes {
  if (entry === null || entry === 'unreadable') {
    const marks = entry === null ? [] : [`${ICONS.incomplete} ${texts.watch.notReadable}`]
    return { marks, isWatched: false, earlierNames, buttons: [watchButton(steamId, texts)] }
  }
  const buttons = [stopWatchingButton(steamId, texts)]
  return { marks: [watchedLine(entry, texts)], isWatched: true, earlierNames, buttons }
}
