import { setTimeout as sleep } from 'node:timers/promises'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import type { SimUser } from '../../packages/sim-discord/src/index.ts'
import {
  answerTo,
  banList,
  BANS,
  ENGINES,
  fileOf,
  openBanBed,
  ownerOf,
  previewImport,
  startBot,
  untilImported,
  type Engine,
} from '../support/ban-bed.ts'
import { median, percentile, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

/** How long commands are used before the import, for comparison. */
const IDLE_MS = 5_000
const PAUSE_MS = 20
const LOOKS = [`/lookup ${CAST.raider}`, '/banlist list']
const CHANGES = [`/banlist add ${CAST.raider}`, `/banlist remove ${CAST.raider}`]

/** Imports 50,000 bans through Discord, while moderators of another server use the bot. */
export async function measureBanImport(testbed: Testbed): Promise<Findings> {
  const findings: Findings[] = []
  for (const engine of ENGINES) findings.push(await measureImport(testbed, engine))
  return { rows: findings.flatMap(({ rows }) => rows), notes: findings.flatMap(({ notes = [] }) => notes) }
}

async function measureImport(testbed: Testbed, engine: Engine): Promise<Findings> {
  const bed = await openBanBed(testbed, engine, 2)
  const ours = await startBot(bed)
  const [, other = ''] = bed.discord.guildIds
  const moderators = [LOOKS, CHANGES].map((lines) => ({ lines, user: ownerOf(bed, other) }))
  const meanwhile = async <T>(work: () => Promise<T>) => {
    const isOver = new AbortController()
    const using = moderators.map(({ user, lines }) => useCommands(user, lines, isOver.signal))
    const result = await work()
    isOver.abort()
    const [looks = [], changes = []] = await Promise.all(using)
    return { result, looks, changes }
  }
  const file = fileOf(banList(0))
  const idle = await meanwhile(() => sleep(IDLE_MS))
  const { result, looks, changes } = await meanwhile(async () => {
    const startedAt = performance.now()
    const preview = await previewImport(ownerOf(bed), file)
    const previewMs = performance.now() - startedAt
    const confirmedAt = performance.now()
    const confirmed = preview.click(1)
    const acknowledged = [preview, confirmed].map((reply) => reply.acknowledged())
    await untilImported(confirmed)
    const importMs = performance.now() - confirmedAt
    return { previewMs, importMs, acknowledgedMs: (await Promise.all(acknowledged)).map(({ ms }) => ms) }
  })
  await ours.stop()

  const violations = bed.discord.violations()
  const acknowledged = [...looks, ...changes].map(({ acknowledgedMs }) => acknowledgedMs)
  const usual = median(idle.changes.map(({ answeredMs }) => answeredMs))
  const answered = changes.map(({ answeredMs }) => answeredMs)
  const longest = Math.max(...answered) - usual
  const p99 = percentile(acknowledged, 99)
  return {
    rows: [
      {
        what: `/banlist import of ${whole(BANS)} bans, ${engine}: from Confirm to the answer`,
        target: '≤ 10 s, acknowledged within 3 s',
        measured: `${(result.importMs / 1_000).toFixed(1)} s (the preview ${(result.previewMs / 1_000).toFixed(1)} s); both acknowledged within ${whole(Math.max(...result.acknowledgedMs))} ms`,
        isMet: result.importMs <= 10_000 && violations.length === 0,
      },
      {
        what: `commands of another server meanwhile, ${engine}: acknowledgement`,
        target: 'p99 ≤ 100 ms',
        measured: `p50 ${whole(percentile(acknowledged, 50))} ms, p99 ${whole(p99)} ms, slowest ${whole(Math.max(...acknowledged))} ms of ${whole(acknowledged.length)}`,
        isMet: p99 <= 100,
      },
      {
        what: `bans of another server meanwhile, ${engine}: answer`,
        target: 'none more than 100 ms later than usual',
        measured: `at most ${whole(longest)} ms later than ${whole(usual)} ms, p50 ${whole(median(answered) - usual)} ms, of ${whole(answered.length)}`,
        isMet: longest <= 100,
      },
    ],
    notes: violations.slice(0, 3).map((violation) => `BANS: rule of Discord broken: ${violation}`),
  }
}

/** Uses these commands in turn until the signal aborts; returns the times until each was acknowledged and answered. */
async function useCommands(user: SimUser, lines: readonly string[], isOver: AbortSignal) {
  const times: { acknowledgedMs: number; answeredMs: number }[] = []
  for (let turn = 0; !isOver.aborted; turn++) {
    const startedAt = performance.now()
    const reply = user.type(lines[turn % lines.length] ?? '')
    const { ms } = await reply.acknowledged()
    await answerTo(reply)
    times.push({ acknowledgedMs: ms, answeredMs: performance.now() - startedAt })
    await sleep(PAUSE_MS)
  }
  return times
}
