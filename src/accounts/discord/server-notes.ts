import type { PastBans } from '../../model/ban-record.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { PartialRecord } from '../find-record.ts'
import type { ServerNotes } from './card-context.ts'
import type { Invocation } from './command.ts'

/** The additions of other features to the answer to this invocation. */
export const notesFor = ({
  context,
  guildId,
  texts,
  now,
}: Pick<Invocation, 'context' | 'guildId' | 'texts' | 'now'>): ServerNotes =>
  context.notes({ guildId, language: texts.language, now: Math.floor(now / 1_000) })

/** Earlier bans of one account, whose record may be unknown. */
export async function findEarlierBansOf(
  { findEarlierBans }: Pick<ServerNotes, 'findEarlierBans'>,
  steamId: SteamId,
  record: PartialRecord | null,
): Promise<PastBans | undefined> {
  const shown = record ? [{ steamId, bans: record.bans.value, fetchedAt: record.bans.fetchedAt }] : []
  return (await findEarlierBans(shown)).get(steamId)
}
