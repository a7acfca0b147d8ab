import type { Actor } from '../model/actor.ts'
import type { BanAction } from '../model/ban.ts'
import type { BansContext } from './bans-context.ts'
import type { StoredBan } from './database/bans.ts'
import type { BanRepositories } from './database/repositories.ts'
import { ACTIVE, readAllBans, readBanParts } from './list-bans.ts'

type ExportRequest = Actor & { format: string }

/** All active bans of a server, for a file in this format; the log says who exported them. */
export async function exportBans(
  context: Pick<BansContext, 'database' | 'clock'>,
  request: ExportRequest,
): Promise<StoredBan[]> {
  const bans = await readAllBans(context, request.guildId)
  if (bans.length === 0) return bans
  const at = context.clock.unixSeconds()
  await context.database.transaction((repositories) => logExport(repositories, request, bans.length, at))
  return bans
}

/** Reads all active bans of a server in parts, for a file in this format; the log says who exported them before the first part is read. */
export async function* exportBanParts(
  context: Pick<BansContext, 'database' | 'clock'>,
  request: ExportRequest,
): AsyncGenerator<StoredBan[], void, undefined> {
  await context.database.transaction(async (repositories) => {
    const at = context.clock.unixSeconds()
    const count = await repositories.bans.count(request.guildId, ACTIVE, at)
    if (count > 0) await logExport(repositories, request, count, at)
  })
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
