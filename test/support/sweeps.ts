import { onTestFinished } from 'vitest'
import type { Database } from '../../src/app/database.ts'
import type { CallContext } from '../../src/lib/call-context.ts'
import type { BanChange, BanRecord } from '../../src/model/ban-record.ts'
import { RapsheetError } from '../../src/model/error.ts'
import { MIN_STEAM_ID, type SteamId } from '../../src/model/steam-id.ts'
import { createSweeper, type SweepReport } from '../../src/watch/sweep.ts'
import { createWatchedIds } from '../../src/watch/watched-ids.ts'
import { databaseForTest } from './database.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { CLEAN_RECORD } from './fake-context.ts'
import { fakeWatchContext } from './fake-watch-context.ts'
import { alwaysHeld } from './fenced-database.ts'
import { unplannedAlerts } from './outbox.ts'

/** When the tests begin, Unix seconds. */
export const START = 1_700_000_000

/** A clock that begins at START and that only the test advances. */
export function clockFromStart(): FakeClock {
  const clock = createFakeClock()
  const beganAt = clock.now()
  const unixMs = () => START * 1000 + clock.now() - beganAt
  return { ...clock, unixMs, unixSeconds: () => Math.floor(unixMs() / 1000) }
}

/** The first accounts of Steam. */
export const accountsFrom = (count: number, first = 0): SteamId[] =>
  Array.from({ length: count }, (_, index) => String(BigInt(MIN_STEAM_ID) + BigInt(first + index)))

/** Puts accounts on the list of a server, without a baseline. */
export async function watch(database: Database, guildId: string, steamIds: SteamId[], addedAt = START): Promise<void> {
  await database.transaction(async ({ guilds, accounts, watches }) => {
    await guilds.touch(guildId, 'en-GB', addedAt)
    await accounts.ensure(steamIds)
    const entry = { guildId, addedBy: '1', addedAt, reason: 'cheating', until: null, baselineAt: null }
    await watches.add(steamIds.map((steamId) => ({ ...entry, steamId })))
  })
}

/** The alerts of a server that wait, as account and changes, in short. */
export async function alertsOf(database: Database, guildId: string): Promise<[SteamId, string[]][]> {
  const alerts = await database.read((repositories) => unplannedAlerts(repositories, guildId))
  return alerts.map(({ steamId, changes }) => [steamId, changes.map(inShort)])
}

const inShort = ({ kind, from, to, isLifted }: BanChange) => `${kind} ${from} → ${to}${isLifted ? ' lifted' : ''}`

/** A Steam whose records the test sets: an account without a record is clean. */
export function createScriptedSteam() {
  const records = new Map<SteamId, BanRecord | RapsheetError | 'missing'>()
  const calls: SteamId[][] = []
  const failures: RapsheetError[] = []
  const steam = {
    records,
    calls,
    /** The errors of the next calls. */
    failures,
    /** Called with the accounts of each call. */
    onCall: (_: readonly SteamId[]): unknown => undefined,
    /** Changes the record of an account. */
    change: (steamId: SteamId, changes: BanRecord) => {
      const known = records.get(steamId)
      records.set(steamId, {
        ...(typeof known === 'object' && !(known instanceof RapsheetError) ? known : CLEAN_RECORD),
        ...changes,
      })
    },
    async getBanRecords(steamIds: SteamId[], { usages, signal }: CallContext) {
      signal.throwIfAborted()
      calls.push(steamIds)
      steam.onCall(steamIds)
      for (const usage of usages()) usage.upstreamCalls++
      const failure = failures.shift()
      if (failure) throw failure
      return new Map(
        steamIds.flatMap((steamId) => {
          const record = records.get(steamId) ?? CLEAN_RECORD
          return record === 'missing' ? [] : [[steamId, record] as const]
        }),
      )
    },
  }
  return steam
}

interface SweepsOptions {
  intervalSeconds?: number
  callsPerDay?: number
  database?: Database
  steam?: ReturnType<typeof createScriptedSteam>
  refuseWhenReserved?: () => void
}

/** A sweeper that the test drives over a Steam that it scripts, and everything that the sweeper reports. */
export async function openSweeps(options: SweepsOptions = {}) {
  const { intervalSeconds = 60, callsPerDay = 0, steam = createScriptedSteam() } = options
  const clock = clockFromStart()
  const database = options.database ?? (await databaseForTest())
  const watched = createWatchedIds()
  const context = {
    ...fakeWatchContext(database, steam, { clock, intervalSeconds, watched }),
    database: alwaysHeld(database),
  }
  if (options.refuseWhenReserved) context.refuseWhenReserved = options.refuseWhenReserved
  const reports: SweepReport[] = []
  const changes: BanChange[] = []
  const failures: RapsheetError[] = []
  const step = createSweeper({
    context,
    callsPerDay,
    onChanges: (found) => changes.push(...found),
    onSweep: (report) => reports.push(report),
    onFailure: (error) => failures.push(error),
  })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  return {
    database,
    steam,
    clock,
    context,
    reports,
    changes,
    failures,
    /** Takes the steps that are due in the next seconds of the clock. */
    async run(seconds: number): Promise<void> {
      await watched.load(database)
      const until = clock.now() + seconds * 1000
      while (clock.now() < until) await clock.advance(Math.min(await step(stop.signal), until - clock.now()))
    },
    watch: (guildId: string, steamIds: SteamId[]) => watch(database, guildId, steamIds, clock.unixSeconds()),
    alertsOf: (guildId: string) => alertsOf(database, guildId),
  }
}
