import { mapValues } from '../../model/objects.ts'
import { z } from 'zod'
import type { CallContext } from '../../lib/call-context.ts'
import { counterSchema } from '../../model/bounds.ts'
import { STATS_TABLE, type StatSource } from '../../model/stats-table.ts'
import { type Stats, statsSchema } from '../../model/stats.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { isEmptyObject } from '../upstream/answer.ts'
import type { SteamCall } from '../upstream/request.ts'
import { RUST_APP_ID } from './get-rust-hours.ts'

/** Steam's name of every counter that `STATS_TABLE` reads. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  Object.values(STATS_TABLE).flatMap((group) => Object.values<StatSource>(group).flatMap(rawNames)),
)

/**
 * Maps Steam's counters (`raw`) to the counters of the API. Counters that Steam did not send are 0; counters that the API does not have are
 * dropped.
 */
export function toStats(raw: ReadonlyMap<string, number>): Stats {
  const readGroup = <Group extends Record<string, StatSource>>(group: Group) =>
    mapValues<keyof Group & string, StatSource, number>(group, (source) => readCounter(raw, source))

  const combat = readGroup(STATS_TABLE.combat)
  return {
    combat: {
      ...combat,
      // Counters can be fractions; fewer than one death counts as no death.
      kd: combat.deaths < 1 ? combat.kills : round(combat.kills / combat.deaths),
      // `headshots` counts headshots with every weapon, but `bulletsHit` only hits by bullets. The quotient can therefore exceed 1, and
      // `percentage` caps it.
      headshotRate: percentage(combat.headshots, combat.bulletsHit),
      accuracy: percentage(combat.bulletsHit, combat.bulletsFired),
    },
    survival: readGroup(STATS_TABLE.survival),
    building: readGroup(STATS_TABLE.building),
    resources: readGroup(STATS_TABLE.resources),
    npc: readGroup(STATS_TABLE.npc),
    items: readGroup(STATS_TABLE.items),
    misc: readGroup(STATS_TABLE.misc),
  }
}

/** Steam's names of the counters that `source` is read from; empty when it is computed or not reported. */
function rawNames(source: StatSource): readonly string[] {
  if (typeof source === 'string') return []
  return 'firstOf' in source ? source.firstOf : source
}

function readCounter(raw: ReadonlyMap<string, number>, source: StatSource): number {
  const sent = rawNames(source).flatMap((name) => raw.get(name) ?? [])
  return typeof source === 'object' && 'firstOf' in source
    ? (sent[0] ?? 0)
    : sent.reduce((sum, count) => sum + count, 0)
}

/** Rounds to two decimals. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}

function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : round(Math.min(100, Math.max(0, (part / whole) * 100)))
}

/** The statistics of an account, or why there are none. */
export const statsAnswerSchema = z.union([
  z.object({ kind: z.literal('stats'), stats: statsSchema }),
  z.object({ kind: z.literal('private') }),
  z.object({ kind: z.literal('none') }),
])
export type StatsAnswer = z.infer<typeof statsAnswerSchema>

/** Whether the value of a counter is possible; counters that the API does not have are not checked. */
const isBelievable = ({ name, value }: { name: string; value: number }) =>
  !KNOWN_NAMES.has(name) || counterSchema.safeParse(value).success

/**
 * Whether a game name can be that of Rust: the name begins with "Rust", is empty (as in recorded answers), or is Steam's placeholder for a
 * game without a name, which contains the app id.
 */
const isRust = (gameName: string) =>
  gameName === '' || gameName === `ValveTestApp${RUST_APP_ID}` || /^rust\b/i.test(gameName)

const answerSchema = z.object({
  playerstats: z.object({
    steamID: z.string(),
    gameName: z.string().refine(isRust).optional(),
    stats: z
      .array(z.object({ name: z.string(), value: z.number() }).refine(isBelievable))
      // A list without any counter of Rust belongs to another game, and would be read as zeros.
      .refine((stats) => stats.length === 0 || stats.some(({ name }) => KNOWN_NAMES.has(name)))
      .optional(),
  }),
})

/** Rust statistics, or why there are none. */
export async function getRustStats(call: SteamCall, steamId: SteamId, callContext: CallContext): Promise<StatsAnswer> {
  const answer = await call(
    {
      method: 'stats',
      path: '/ISteamUserStats/GetUserStatsForGame/v2/',
      query: { steamid: steamId, appid: String(RUST_APP_ID) },
      schema: answerSchema,
      matchesRequest: ({ playerstats }) => playerstats.steamID === steamId,
      // For private statistics, Steam sends a 403 with `{}` (recorded) or with its own page "Forbidden" (never recorded). For missing
      // statistics, it sends a 400 with `{}`.
      isMeaningful: ({ status, body, steamPage }) =>
        (isEmptyObject(body) && (status === 403 || status === 400)) || (status === 403 && steamPage === 'Forbidden'),
    },
    callContext,
  )
  if (!answer.ok) return answer.status === 403 ? { kind: 'private' } : { kind: 'none' }
  const { stats = [] } = answer.value.playerstats
  // An answer without a list, or with an empty list, means that the account owns Rust but has no counters yet. In a list with counters, a
  // missing counter means 0.
  if (stats.length === 0) return { kind: 'none' }
  return { kind: 'stats', stats: toStats(new Map(stats.map(({ name, value }) => [name, value]))) }
}
