import type { Observation } from '../../src/watch/database/accounts.ts'
import type { Repositories } from '../../src/app/database.ts'
import type { Watch } from '../../src/model/watch.ts'
import type { BanChange } from '../../src/model/ban-record.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { addAlert, type NewAlert } from '../../src/watch/alerts.ts'
import { databaseForTest } from './database.ts'

export const ALICE: SteamId = '76561198000010431'
export const BOB: SteamId = '76561198097494388'
export const CAROL: SteamId = '76561198000022222'
export const GUILD = '900000000000000001'
export const OTHER_GUILD = '900000000000000002'
export const MODERATOR = '800000000000000001'

/** Different ids, in ascending order. */
export const manySteamIds = (count: number): SteamId[] =>
  Array.from({ length: count }, (_, index) => String(76_561_198_100_000_000n + BigInt(index) * 7n))

/** Accounts that no statement takes at once: 500 ids or 200 rows fit into one. */
export const SEVERAL_STATEMENTS = 1_201

export const vacBan: BanChange = { kind: 'vac', from: 0, to: 1, isLifted: false, when: { after: 900, before: 1000 } }

/** Runs work in one transaction of a new database. */
export async function inDatabase<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
  const database = await databaseForTest()
  return database.transaction(work)
}

export const watchOf = (guildId: string, steamId: SteamId, parts: Partial<Watch> = {}): Watch => ({
  guildId,
  steamId,
  addedBy: MODERATOR,
  addedAt: 100,
  reason: 'raided us',
  until: null,
  baselineAt: null,
  ...parts,
})

/** Puts accounts on the list of a server, which is created where it is unknown. */
export async function watch(
  { guilds, accounts, watches }: Repositories,
  guildId: string,
  steamIds: readonly SteamId[],
  parts: Partial<Watch> = {},
): Promise<void> {
  await guilds.touch(guildId, 'en-GB', 100)
  await accounts.ensure(steamIds)
  await watches.add(steamIds.map((steamId) => watchOf(guildId, steamId, parts)))
}

export const observationOf = (
  steamId: SteamId,
  firstSeenAt: number,
  parts: Partial<Observation> = {},
): Omit<Observation, 'id' | 'lastSeenAt'> => ({
  steamId,
  firstSeenAt,
  record: { NumberOfVACBans: 0, NumberOfGameBans: 0, DaysSinceLastBan: 0, CommunityBanned: false, EconomyBan: 'none' },
  lastBan: null,
  changes: [],
  ...parts,
})

/** Stores a VAC ban of a watched account, and an alert about it for a server. */
export async function alertOf(
  repositories: Repositories,
  guildId: string,
  steamId: SteamId,
  { createdAt = 1_000, ...parts }: Partial<NewAlert> = {},
): Promise<NewAlert> {
  const observationId = await repositories.accounts.addObservation(
    observationOf(steamId, createdAt, { changes: [vacBan] }),
  )
  const entry = { addedBy: MODERATOR, addedAt: 100, reason: 'raided us' }
  const alert = { guildId, steamId, observationId, createdAt, changes: [vacBan], ...entry, ...parts }
  await addAlert(repositories, alert)
  return alert
}
