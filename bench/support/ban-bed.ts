import { randomBytes } from 'node:crypto'
import {
  DEFAULT_PERMISSIONS,
  PERMISSION,
  type SimFile,
  type SimReply,
  type SimUser,
} from '../../packages/sim-discord/src/index.ts'
import { writeBansCfg } from '../../src/bans/formats/write-ban-list.ts'
import { importBans } from '../../src/bans/import-bans.ts'
import { openDatabase, type Database } from '../../src/app/database.ts'
import { hashToken } from '../../src/lib/token-hash.ts'
import type { Overrides } from '../../src/app/open-steam.ts'
import type { BanTerms } from '../../src/model/ban.ts'
import type { PolicyTerms } from '../../src/model/policy.ts'
import { MIN_STEAM_ID } from '../../src/model/steam-id.ts'
import { readMetric } from './metric.ts'
import { whole } from './table.ts'
import type { Server, Testbed } from './testbed.ts'
import { openWatchBed, type WatchBed } from './watch-bed.ts'
import { untilTrue } from './watch-lists.ts'

/** `BANS_MAX_PER_GUILD`. */
export const BANS = 50_000
const REASONS = 1_000
/** Between two accounts of a list, so that they are spread as those of players are. */
const STEP = 7_919n
const USER = '100000000000000001'
const WITHIN_MS = 60_000

/** The engines of the service's database. */
export const ENGINES = ['SQLite', 'Postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** The current time, Unix seconds. */
export const unixNow = (): number => Math.floor(Date.now() / 1_000)

/** Opens a bed whose database is on an engine. */
export async function openBanBed(
  testbed: Testbed,
  engine: Engine,
  guilds: number,
  settings: Record<string, string> = {},
  overrides?: Overrides,
): Promise<WatchBed> {
  const database = engine === 'Postgres' ? { DATABASE_URL: await (await testbed.postgres()).createDatabase() } : {}
  return openWatchBed(
    testbed,
    { guilds, accounts: 100, latencyMs: 0, seed: 1 },
    { ...database, ...settings },
    overrides,
  )
}

/** Starts the service, and waits until its bot can be used. */
export async function startBot(bed: WatchBed): Promise<Server> {
  const ours = await bed.start()
  const isUsable = async () =>
    bed.discord.commands.puts() > 0 && (await readMetric(ours.url, 'rapsheet_discord_connected')) === 1
  await untilTrue(WITHIN_MS, 'a connected bot with its commands', isUsable)
  return ours
}

/** A list of bans with at most 1,000 different reasons. Lists with other numbers have other accounts. */
export const banList = (listNumber: number, bans = BANS): BanTerms[] =>
  Array.from({ length: bans }, (_, index) => ({
    steamId: String(BigInt(MIN_STEAM_ID) + BigInt(index) * STEP + BigInt(listNumber)),
    name: `Player ${index}`,
    reason: `reason ${index % REASONS}, as many admins write it`,
    note: '',
    until: null,
  }))

/** A member of a server who may import bans. */
export const ownerOf = (bed: WatchBed, guildId = bed.discord.guildIds[0] ?? ''): SimUser =>
  bed.discord.user({ guildId, permissions: DEFAULT_PERMISSIONS | PERMISSION.banMembers | PERMISSION.manageGuild })

/** Waits for an answer, and returns its text. */
export const answerTo = (reply: SimReply): Promise<string> =>
  reply.until((text) => text !== '' && !text.includes('is thinking'), WITHIN_MS)

/** A list as the game's file. */
export const fileOf = (list: readonly BanTerms[]): SimFile => ({
  name: 'bans.cfg',
  data: Buffer.from([...writeBansCfg(list, 0)].join('')),
})

/** Gives the bot a file with `BANS` bans; the first button of its answer imports them. */
export async function previewImport(owner: SimUser, file: SimFile): Promise<SimReply> {
  const opened = owner.type('/banlist import')
  await opened.untilModal()
  const reply = opened.submit({ file })
  const text = await answerTo(reply)
  if (!text.includes(`${whole(BANS)} new bans`)) throw new Error(`no preview: ${text}`)
  return reply
}

/** Undoes the last import. */
export async function undoImport(owner: SimUser): Promise<void> {
  const question = owner.type('/banlist undo')
  await answerTo(question)
  await question.click(1).until(/Import \d+ undone/, WITHIN_MS)
}

/** Waits until the bot has said that an import is done. */
export const untilImported = (confirmed: SimReply): Promise<string> =>
  confirmed.until(/Import \d+: [\d,]+ bans? added/, WITHIN_MS)

/** Writes lists into the database, one of each server. */
export async function storeLists(url: string, guildIds: readonly string[]): Promise<void> {
  const database = await openDatabase(url)
  const bans = { find: () => undefined, isKnown: () => true, reload: async () => {}, reloadImports: async () => {} }
  const banLimits = { maxPerGuild: BANS, maxTotal: BANS * guildIds.length }
  const context = { database, clock: { unixSeconds: unixNow }, bans, banLimits }
  for (const [index, guildId] of guildIds.entries())
    await importBans(context, { guildId, locale: 'en-US', userId: USER }, banList(index))
  await database.close()
}

/** Gives a server a policy, and returns the token of its game server. */
export async function openDoor(database: Database, guildId: string, rules: PolicyTerms['rules']): Promise<string> {
  const token = `rsp_${randomBytes(32).toString('base64url')}`
  const now = unixNow()
  const terms = { mode: 'enforce', rules, onUnknown: {}, actions: {}, appeal: 'appeal.example' } as const
  const policy = { guildId, name: 'bench', version: 1, terms, notify: 'daily', reportsBans: false } as const
  await database.transaction(async ({ guilds, policies, policyTokens }) => {
    await guilds.touch(guildId, 'en-US', now)
    await policies.create({ ...policy, updatedAt: now, updatedBy: USER })
    await policyTokens.add({ guildId, name: 'EU', hash: hashToken(token), createdAt: now, createdBy: USER })
  })
  return token
}
