import { isSteamId, type SteamId } from '../model/steam-id.ts'
import type { Entry, Role } from '../text/entry.ts'
import { readText } from '../text/read-text.ts'

/** What a text says about one of its accounts. */
export interface Statement {
  role: Role
  /** An end other than the wanted one: as written, or Unix seconds; undefined without one. */
  otherEnd?: string | number | undefined
}

interface Wanted {
  /** The accounts that were found in the text. */
  accounts: readonly string[]
  /** When their bans are to end, Unix seconds; null for never. */
  until: number | null
  /** Unix seconds. */
  now: number
}

/**
 * What a text says about SteamID64s that were found in it; without those of which it only says that they are banned. An account is `unclear` if the
 * text says different things about it, or only mentions it.
 */
export function readStatements(text: string, { accounts, until, now }: Wanted): Map<SteamId, Statement> {
  const statements = new Map<SteamId, Statement>()
  for (const item of readText(text, now).items) {
    if ('why' in item) continue
    const { steamId, role } = item
    const earlier = statements.get(steamId) ?? { role }
    const otherEnd = earlier.otherEnd ?? otherEndOf(item, until)
    statements.set(steamId, { role: earlier.role === role ? role : 'unclear', otherEnd })
  }
  const noteworthy = accounts.filter(isSteamId).map((steamId) => [steamId, statements.get(steamId) ?? UNCLEAR] as const)
  return new Map(noteworthy.filter(([, { role, otherEnd }]) => role !== 'ban' || otherEnd !== undefined))
}

const UNCLEAR: Statement = { role: 'unclear' }

function otherEndOf({ end }: Entry, until: number | null): Statement['otherEnd'] {
  if ('unread' in end) return end.unread
  // An entry that states no end has null.
  return end.until === null || end.until === until ? undefined : (end.written ?? end.until)
}
