import type { LoadReport } from './load.ts'
import type { ModeratorReport } from './moderator.ts'
import type { Observation } from './observe.ts'
import type { PartState } from './part.ts'

/** What one line shows. */
export interface Status {
  replicas: Watched[]
  bots: Watched[]
  postgres: PartState
  /** Calls that Steam has counted. */
  calls: number
  load: LoadReport
  moderator: ModeratorReport
  /** The time, `performance.now()`. */
  now: number
}

/** A process: its state as the demo knows it, and what it says itself. */
export interface Watched {
  state: PartState
  seen: Observation | undefined
}

/** The columns: width, and title in two lines. */
const COLUMNS: [width: number, first: string, second: string][] = [
  [12, 'replica 1', 'calls/hits'],
  [12, 'replica 2', 'calls/hits'],
  [12, 'replica 3', 'calls/hits'],
  [17, 'bot', ''],
  [17, 'standby', ''],
  [9, 'Postgres', ''],
  [11, 'calls', 'made/count'],
  [9, 'requests', 'answered'],
  [6, '', 'failed'],
  [5, '', 'lost'],
  [8, '', 'slowest'],
  [9, 'commands', 'lost'],
  [14, 'alerts', ''],
]

/** The titles of the columns, two lines. */
export const TITLES = [0, 1]
  .map((line) =>
    join(
      '',
      COLUMNS.map(([, ...titles]) => titles[line] ?? ''),
    ),
  )
  .join('\n')

/** One line about all parts. `time` is the time of the day. */
export function toStatusLine(time: string, status: Status): string {
  const { replicas, bots, postgres, calls, load, moderator, now } = status
  const { commands, alerts } = moderator
  const waited = alerts.waitingSince === undefined ? 0 : Math.floor((now - alerts.waitingSince) / 1000)
  return join(time, [
    ...replicas.map(({ state, seen }) => toCell(state, seen, ({ calls: made, hits }) => `${made}/${hits}`)),
    ...bots.map(({ state, seen }) => toCell(state, seen, toDuties)),
    postgres,
    `${calls}/${Math.max(0, ...[...replicas, ...bots].map(({ seen }) => seen?.counted ?? 0))}`,
    String(load.answered),
    String(load.failed),
    String(load.lost),
    `${Math.round(load.slowestMs)} ms`,
    `${commands.answered} / ${commands.unanswered}`,
    [`${alerts.seen}`, alerts.repeated > 0 && `+${alerts.repeated}`, waited > 0 && `waits ${waited} s`]
      .filter(Boolean)
      .join(' '),
  ])
}

function toCell(state: PartState, seen: Observation | undefined, show: (seen: Observation) => string): string {
  if (state !== 'up' && state !== 'stopping') return state
  if (!seen) return state === 'up' ? 'silent' : state
  if (state === 'stopping') return state
  return seen.isReady ? show(seen) : 'unready'
}

/** What a bot does. */
function toDuties({ discord, sweeps }: Observation): string {
  return [discord === 'connected' ? 'session' : discord, ...(sweeps ? ['sweeps'] : [])].join('+')
}

function join(time: string, cells: string[]): string {
  return [time.padEnd(8), ...cells.map((cell, index) => cell.padEnd(COLUMNS[index]?.[0] ?? 0))].join(' ').trimEnd()
}
