import type { Actor } from '../model/actor.ts'
import type { BanAction } from '../model/ban.ts'
import type { BansContext } from './bans-context.ts'
import type { StoredBan } from './database/bans.ts'
import type { BanRepositories } from './database/repositories.ts'
import { ACTIVE, readBanParts } from './list-bans.ts'

type ExportRequest = Actor & { format: string }

/**
 * Reads all active bans of a server in parts, for a file in this format. Before the first part is read, `onCount` gets their number and may
 * throw, and the log says who exported them.
 */
export async function* exportBanParts(
  context: Pick<BansContext, 'database' | 'clock'>,
  request: ExportRequest,
  onCount: (count: number) => void = () => {},
): AsyncGenerator<StoredBan[], void, undefined> {
  const { database, clock } = context
  const at = clock.unixSeconds()
  const count = await database.read(({ bans }) => bans.count(request.guildId, ACTIVE, at), request.guildId)
  onCount(count)
  if (count > 0) await database.transaction((repositories) => logExport(repositories, request, count, at))
  yield* readBanParts(context, request.guildId)
}

async function logExport(
  { guilds, audit }: Pick<BanRepositories, 'guilds' | 'audit'>,
  { guildId, locale, userId, format }: ExportRequest,
  count: number,
  at: number,
): Promise<void> {
  await guilds.touch(guildId, locale, at, userId)
  const action: BanAction = 'bans_exported'
  await audit.add([{ guildId, at, userId, action, steamId: null, detail: `${count} ${format}` }])
}
