import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../packages/sim-steam/src/random.ts'
import type { SimDiscord } from '../../packages/sim-discord/src/index.ts'
import type { SimBans } from '../../packages/sim-steam/src/account.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { openDatabase, type Database } from '../../src/app/database.ts'

const FIELDS = ['NumberOfVACBans', 'NumberOfGameBans', 'DaysSinceLastBan', 'CommunityBanned', 'EconomyBan'] as const
const PER_GUILD = 1_000
const LOOK_EVERY_MS = 1_000

/** The accounts of each server's list, by its id. */
export type Lists = ReadonlyMap<string, readonly string[]>

/** Accounts with a whole ban record, and their bans at the start; always the same for a seed. */
export function accountsWithBans(seed: number, accounts: number): Map<string, SimBans> {
  const world = createWorld({ seed, accounts })
  return new Map(
    world.ids.flatMap((steamId): [string, SimBans][] => {
      const bans = world.account(steamId)?.bans
      return bans && bans !== 'nullEntry' && bans.game !== undefined ? [[steamId, bans]] : []
    }),
  )
}

/** Puts each account on the lists of one to seven servers, as long as these have room. */
export function drawLists(random: Random, guildIds: readonly string[], steamIds: readonly string[]): Lists {
  const lists = new Map(guildIds.map((guildId): [string, string[]] => [guildId, []]))
  for (const [index, steamId] of steamIds.entries()) {
    // The first server is taken in turn, so that every account is on a list.
    const first = index % guildIds.length
    const more = Array.from({ length: random.integer(0, 6) }, () => random.integer(0, guildIds.length - 1))
    for (const chosen of new Set([first, ...more])) {
      const list = lists.get(guildIds[chosen] ?? '')
      if (list && list.length < PER_GUILD) list.push(steamId)
    }
  }
  return lists
}

/** Writes lists and channels into the service's database, and leaves it open. */
export async function openLists(url: string, discord: SimDiscord, lists: Lists): Promise<Database> {
  const database = await openDatabase(url)
  const now = Math.floor(Date.now() / 1_000)
  await database.transaction(({ accounts }) => accounts.ensure([...new Set([...lists.values()].flat())]))
  for (const [guildId, steamIds] of lists) {
    await database.transaction(async ({ guilds, watches }) => {
      await guilds.touch(guildId, 'en-US', now)
      await guilds.setAlertChannel(guildId, { channelId: discord.guild(guildId).channelId, roleId: null })
      const entry = {
        guildId,
        addedBy: '100000000000000001',
        addedAt: now,
        reason: 'bench',
        until: null,
        baselineAt: null,
      }
      await watches.add(steamIds.map((steamId) => ({ ...entry, steamId })))
    })
  }
  return database
}

/** Waits until every entry has a baseline, and every field of every account is known. */
export async function untilKnown(database: Database, steamIds: readonly string[], withinMs: number): Promise<void> {
  await untilTrue(withinMs, 'every account to be known', async () => {
    const [states, entries] = await database.read(async ({ accounts, watches }) => [
      await accounts.get(steamIds),
      await watches.of(steamIds),
    ])
    const isKnown = states.every(({ current }) => FIELDS.every((field) => current?.record[field] !== undefined))
    return isKnown && entries.every(({ baselineAt }) => baselineAt !== null)
  })
}

/** Waits until `sweeps` further sweeps have ended. */
export async function untilSwept(database: Database, sweeps: number, withinMs: number): Promise<void> {
  const latest = await database.read((repositories) => repositories.sweeps.latest())
  const last = (latest?.id ?? 0) + sweeps
  await untilTrue(withinMs, `${sweeps} sweeps`, async () => {
    const sweep = await database.read((repositories) => repositories.sweeps.latest())
    return sweep !== undefined && (sweep.id > last || (sweep.id === last && sweep.finishedAt !== null))
  })
}

/** Rejects when `isTrue` does not return true in time. */
export async function untilTrue(
  withinMs: number,
  what: string,
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) throw new Error(`waited ${withinMs / 1_000} s for ${what}`)
    await sleep(LOOK_EVERY_MS)
  }
}
