import { join } from 'node:path'
import { banRecord } from '../../packages/sim-steam/src/account.ts'
import { DAY, HOUR } from '../../packages/sim-steam/src/bans.ts'
import { createRandom, type Random } from '../../packages/sim-steam/src/random.ts'
import { startSteam, type SimSteam } from '../../packages/sim-steam/src/server.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { openDatabase, type Database } from '../../src/app/database.ts'
import type { Interval } from '../../src/model/ban-record.ts'
import { checkAccounts } from '../../src/watch/check-accounts.ts'
import { getBanRecords } from '../../src/steam/methods/get-player-bans.ts'
import type { SteamCall } from '../../src/steam/upstream/request.ts'
import type { CallContext } from '../../src/lib/call-context.ts'
import { median, whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const BANS = 1_000
const PER_CALL = 100
const SWEEP_SECONDS = HOUR
/** Days with sweeps, without, and with sweeps again. */
const [FIRST_DAYS, OUTAGE_DAYS, LAST_DAYS] = [3, 5, 2]
/** How long the service waits for an answer at most. */
const CALL_SECONDS = 15
/** A fixed seed, and a random one. */
const SEEDS = [1, 1 + Math.floor(Math.random() * 1_000_000)]

/** When a ban happened with respect to the sweeps. */
const GROUPS = ['before', 'between', 'outage'] as const
type Group = (typeof GROUPS)[number]
const LABELS: Record<Group, string> = {
  before: 'banned before it was watched',
  between: 'banned between two sweeps',
  outage: `banned in ${OUTAGE_DAYS} days without sweeps`,
}

interface Ban {
  steamId: string
  group: Group
  kind: 'vac' | 'game'
  at: number
  /** The interval as it is known; undefined until the ban is seen. */
  interval: Interval | undefined
}

/** A thousand bans at known times, dated by the sweeps of the service; Steam's days tick by the ban's hour or at a fixed one. */
export async function measureBanIntervals(testbed: Testbed): Promise<Findings> {
  const rows: Row[] = []
  for (const seed of SEEDS) rows.push(...toRows(seed, await simulate(seed, await testbed.folder())))
  return {
    rows,
    notes: [
      `Ban intervals: hourly sweeps for ${FIRST_DAYS} days, none for ${OUTAGE_DAYS} days, and hourly ones for ${LAST_DAYS} days, in simulated time. Each interval was compared with the true time after each sweep. Widths are minimum / median / maximum at the end, and include the ${CALL_SECONDS} s that an answer may take.`,
    ],
  }
}

interface Outcome {
  bans: Ban[]
  compared: number
  /** Intervals that do not contain the true time. */
  wrong: number
}

async function simulate(seed: number, folder: string): Promise<Outcome> {
  const world = createWorld({ seed, accounts: BANS })
  const start = world.clock.now()
  const bans = drawBans(createRandom(seed, 'ban intervals'), world.ids, start)
  for (const { steamId, group, kind, at } of bans) {
    const clean = banRecord()
    world.change(steamId, { bans: group === 'before' ? { ...clean, [kind]: [at] } : clean })
  }
  const steam = await startSteam({ world, seed })
  const database = await openDatabase(`sqlite://${join(folder, `intervals-${seed}.sqlite`)}`)
  const outcome: Outcome = { bans, compared: 0, wrong: 0 }
  try {
    await database.transaction(({ accounts }) => accounts.ensure(world.ids))
    const sweepUntil = async (end: number) => {
      while (world.clock.now() < end) {
        await sweep(steam, database, bans)
        await compare(steam, database, outcome)
      }
    }
    await sweepUntil(start + FIRST_DAYS * DAY)
    world.clock.advance(OUTAGE_DAYS * DAY)
    await sweepUntil(start + (FIRST_DAYS + OUTAGE_DAYS + LAST_DAYS) * DAY)
  } finally {
    await database.close()
    await steam.close()
  }
  return outcome
}

function drawBans(random: Random, ids: readonly string[], start: number): Ban[] {
  const timeIn: Record<Group, () => number> = {
    before: () => start - random.integer(0, 800 * DAY),
    between: () => start + random.integer(2 * HOUR, FIRST_DAYS * DAY - 2 * HOUR),
    outage: () => start + random.integer(FIRST_DAYS * DAY + HOUR, (FIRST_DAYS + OUTAGE_DAYS) * DAY),
  }
  return ids.slice(0, BANS).map((steamId) => {
    const group = random.pick(GROUPS)
    const kind = random.pick(['vac', 'game'] as const)
    return { steamId, group, kind, at: timeIn[group](), interval: undefined }
  })
}

/** Checks every account once, spread over the interval. */
async function sweep({ world, url, key }: SimSteam, database: Database, bans: Ban[]): Promise<void> {
  const call: SteamCall = async ({ path, query, schema }) => {
    const answer = await fetch(`${url}${path}?${String(new URLSearchParams(query))}`, {
      headers: { 'x-webapi-key': key },
    })
    return { ok: true, value: schema.parse(await answer.json()) }
  }
  const context = {
    database,
    onNews: () => {},
    clock: { unixSeconds: world.clock.now },
    steam: {
      getBanRecords: (steamIds: string[], callContext: CallContext) => getBanRecords(call, steamIds, callContext),
    },
  }
  const { id: sweepId } = await database.transaction(({ sweeps }) => sweeps.start(world.clock.now(), SWEEP_SECONDS))
  for (let first = 0; first < bans.length; first += PER_CALL) {
    world.clock.advance((SWEEP_SECONDS * PER_CALL) / bans.length)
    const part = bans.slice(first, first + PER_CALL)
    for (const { steamId, kind, at } of part) {
      // Bans are not made with the world's clock, because several would happen at once.
      if (at <= world.clock.now()) world.change(steamId, { bans: { ...banRecord(), [kind]: [at] } })
    }
    const steamIds = part.map(({ steamId }) => steamId)
    await checkAccounts(context, { sweepId, steamIds }, AbortSignal.timeout(60_000))
  }
  await database.transaction(({ sweeps }) => sweeps.finish(sweepId, world.clock.now()))
}

/** Compares what the service knows with the true times. */
async function compare({ world }: SimSteam, database: Database, outcome: Outcome): Promise<void> {
  const states = await database.read(({ accounts }) => accounts.get(world.ids))
  const intervals = new Map(states.map(({ steamId, current }) => [steamId, current?.lastBan ?? undefined]))
  for (const ban of outcome.bans) {
    const interval = intervals.get(ban.steamId)
    if (interval === undefined) continue
    ban.interval = interval
    outcome.compared++
    if (ban.at <= interval.after || ban.at > interval.before) outcome.wrong++
  }
}

function toRows(seed: number, { bans, compared, wrong }: Outcome): Row[] {
  const dated = bans.filter(({ interval }) => interval !== undefined).length
  const inside: Row = {
    what: `ban interval: ${whole(bans.length)} bans at known times, seed ${seed}`,
    target: 'the true time always inside',
    measured: `${wrong} of ${whole(compared)} intervals without it, ${whole(dated)} bans dated`,
    isMet: wrong === 0 && dated === bans.length,
  }
  const widths = GROUPS.map((group): Row => {
    const members = bans.filter((ban) => ban.group === group)
    const widths = members.map(({ interval }) => widthOf(interval))
    return {
      what: `width of the interval, ${LABELS[group]}, seed ${seed}`,
      target: '≤ 48 h',
      measured: `${formatWidths(widths)} (${members.length} bans)`,
      isMet: Math.max(...widths) <= (2 * DAY + CALL_SECONDS) / HOUR,
    }
  })
  return [inside, ...widths]
}

/** Hours. */
const widthOf = (interval: Interval | undefined) => (interval ? (interval.before - interval.after) / HOUR : Number.NaN)

const formatWidths = (hours: number[]) =>
  `${[Math.min(...hours), median(hours), Math.max(...hours)].map((width) => width.toFixed(1)).join(' / ')} h`
