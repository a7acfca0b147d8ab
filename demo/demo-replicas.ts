import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { CRASH_SIGNALS } from '../src/lib/crash-signals.ts'
import { createRandom } from '../packages/sim-steam/src/random.ts'
import { listKnown, nameSuspects } from './replicas/accounts.ts'
import { createKeys, HELP, type Command } from './replicas/keys.ts'
import { startLoad } from './replicas/load.ts'
import { startModerator } from './replicas/moderator.ts'
import { observe } from './replicas/observe.ts'
import { act } from './replicas/part.ts'
import type { ProgramPart } from './replicas/program-part.ts'
import { openService } from './replicas/service.ts'
import { TITLES, toStatusLine } from './replicas/status-line.ts'

const START_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 40_000
const LINE_EVERY_MS = 1_000
const LINES_PER_TITLE = 20
const POLL_MS = 50

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const timeOfDay = () => new Date().toTimeString().slice(0, 8)
const tell = (text: string): void => say(`${timeOfDay()} ${text}`)

/** What has to be ended or removed, in the order of the start. */
const ends: (() => Promise<unknown>)[] = []
const stopped = new AbortController()
// The library that starts Postgres ends the process at a signal, before the other parts have stopped.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) process.removeAllListeners(signal)
const { close } = closeWithGrace(
  { delay: STOP_WITHIN_MS, logger: false, skip: [...CRASH_SIGNALS] },
  async ({ err }) => {
    stopped.abort()
    if (err) process.stderr.write(`${err.stack}\n`)
    if (process.stdin.isTTY) process.stdin.setRawMode(false)
    tell('Stopping.')
    for (const end of ends.toReversed())
      await end().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  },
)

let showsWarnings = true
const service = await openService({
  environment: process.env,
  entry: join(import.meta.dirname, '../src/main.js'),
  onEnd: (end) => void ends.push(end),
  onWarning(text) {
    if (showsWarnings) tell(`  ${text}`)
  },
})
const { steam, discord, replicas, bots, postgres } = service
const parts = [...replicas, ...bots, postgres]

// The bot before its standby: the first to start gets the session.
const [bot, ...standbys] = bots
for (const programs of [[...replicas, ...(bot ? [bot] : [])], standbys]) {
  for (const program of programs) program.start()
  await started(programs)
}
// The end is on its way, and ends the process.
if (stopped.signal.aborted) await new Promise(() => {})
say(`
Three replicas behind a balancer, two bots and Postgres run with a simulated Steam and Discord; nothing leaves this machine.
Balancer: curl '${service.url}/api/lookup?steamId=raider'
${[...replicas, ...bots].map((program) => `${program.name}: ${program.url()}, process ${program.pid()}`).join('\n')}

${HELP}
`)
listenToKeys()
const known = listKnown(steam.world)
const load = startLoad(service.url, known, {
  random: createRandom(1, 'load'),
  signal: stopped.signal,
  onFailure: (answer) => tell(`  a look-up failed: ${answer}`),
})
const suspects = nameSuspects(steam.world, known)
const moderator = startModerator({ discord, world: steam.world, suspects, signal: stopped.signal })
await showLines()

async function started(programs: ProgramPart[]): Promise<void> {
  const deadline = performance.now() + START_WITHIN_MS
  while (programs.some((program) => program.state() !== 'up') && !stopped.signal.aborted) {
    if (performance.now() > deadline || programs.some((program) => program.state() === 'dead')) {
      process.stderr.write('The demo cannot start.\n')
      close()
      return
    }
    await sleep(POLL_MS)
  }
}

function listenToKeys(): void {
  const press = createKeys()
  const perform = (command: Command) => {
    if (command === 'quit') close()
    else if (command === 'help') say(`\n${HELP}\n`)
    else if (command === 'warnings') {
      showsWarnings = !showsWarnings
      tell(`Warnings of the processes are ${showsWarnings ? 'shown' : 'hidden'}.`)
    } else if ('hint' in command) say(command.hint)
    else {
      const part = parts[command.part]
      if (part) void act(command.action, part).then(tell)
    }
  }
  if (process.stdin.isTTY) process.stdin.setRawMode(true)
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    for (const key of text) {
      const command = press(key)
      if (command !== undefined) perform(command)
    }
  })
}

async function showLines(): Promise<void> {
  const watch = async (part: ProgramPart) => ({ state: part.state(), seen: await observe(part) })
  for (let line = 0; !stopped.signal.aborted; line += 1) {
    const [seenReplicas, seenBots] = await Promise.all([
      Promise.all(replicas.map(watch)),
      Promise.all(bots.map(watch)),
      sleep(LINE_EVERY_MS),
    ])
    if (stopped.signal.aborted) return
    if (line % LINES_PER_TITLE === 0) say(TITLES)
    const status = {
      replicas: seenReplicas,
      bots: seenBots,
      postgres: postgres.state(),
      calls: steam.calls.total(),
      load: load.report(),
      moderator: moderator.report(),
      now: performance.now(),
    }
    say(toStatusLine(timeOfDay(), status))
  }
}
