import { STATS_TABLE, type StatSource } from '../../model/stats-table.ts'
import type { Stats } from '../../model/stats.ts'

/** Every raw name that the table reads. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  Object.values(STATS_TABLE).flatMap((group) => Object.values<StatSource>(group).flatMap(rawNames)),
)

/** Maps raw counters to those of the API; counters that Steam did not send are 0, and unknown raw counters are dropped. */
export function toStats(raw: ReadonlyMap<string, number>): Stats {
  const readGroup = <Group extends Record<string, StatSource>>(group: Group) =>
    Object.fromEntries(Object.entries(group).map(([counter, source]) => [counter, readCounter(raw, source)])) as Record<
      keyof Group,
      number
    >

  const combat = readGroup(STATS_TABLE.combat)
  return {
    combat: {
      ...combat,
      // Counters can be fractions; less than one death counts as none.
      kd: combat.deaths < 1 ? combat.kills : round(combat.kills / combat.deaths),
      // Headshots count for every weapon, but hits for bullets alone: the share can exceed 1.
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

/** The raw names of a counter; none when it is computed or not reported. */
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
