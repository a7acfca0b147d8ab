import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Child } from '../../bench/support/child.ts'
import { createTestbed, type Testbed } from '../../bench/support/testbed.ts'
import { DEFAULT_PERMISSIONS, PERMISSION, startDiscord } from '../../packages/sim-discord/src/index.ts'
import { startSteam } from '../../packages/sim-steam/src/server.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'

/** How many files of `src` and `commands` run for each of three requests in a process that has started. */
export interface RunningFiles {
  /** `/lookup` of an account that is not in the cache. */
  lookup: number
  /** A sweep of the watch lists that finds a ban and sends the alert. */
  sweep: number
  /** The question of a game server about a player who is not in the cache. */
  join: number
}

/** A simulated service, which keeps this process running until it is closed. */
interface Simulator {
  close(): Promise<unknown>
}

/** Requests are repeated, so that what runs by itself at the same time is left out. */
const REPETITIONS = 4
const WITHIN_MS = 60_000
/** The id before those of the added accounts. */
const FIRST_ID = 76_561_197_960_400_000n

const coverageSchema = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(z.object({ ranges: z.array(z.object({ startOffset: z.number(), count: z.number() })) })),
    }),
  ),
})

/** Runs the built program with simulated Steam and Discord, and counts by V8's coverage. */
export async function countRunningFiles(): Promise<RunningFiles> {
  const testbed = createTestbed()
  const simulators: Simulator[] = []
  try {
    const quiet = await openBot(testbed, simulators, '3600')
    await quiet.say('/watch channel channel:#moderation', 'Alerts go to')
    const token = /\/game\/(rsp_[\w-]+)/.exec(await quiet.say('/policy token name:EU', '/game/'))?.[1] ?? ''
    await quiet.say('/policy edit', 'Draft')
    const lookup = await filesOf(quiet.bot, () => quiet.say(`/lookup ${quiet.account()}`, 'Steam profile'))
    const join = await filesOf(quiet.bot, async () => {
      const answer = await fetch(`${quiet.bot.url}/game/${token}/${quiet.account()}`)
      await answer.text()
    })
    const sweeping = await openBot(testbed, simulators, '5')
    await sweeping.say('/watch channel channel:#moderation', 'Alerts go to')
    const watched = Array.from({ length: REPETITIONS }, sweeping.account)
    for (const account of watched)
      await sweeping.say(`/watch add account:${account} reason:suspect`, 'is on the watch list')
    const sweep = await filesOf(sweeping.bot, async () => {
      const account = watched.pop() ?? ''
      sweeping.ban(account)
      await sweeping.posted(account)
    })
    return { lookup: lookup.size, sweep: sweep.size, join: join.size }
  } finally {
    await testbed.close()
    await Promise.all(simulators.map((simulator) => simulator.close()))
  }
}

async function openBot(testbed: Testbed, simulators: Simulator[], intervalSeconds: string) {
  const steam = await startSteam({ world: createWorld({ accounts: 0 }) })
  const discord = await startDiscord()
  simulators.push(steam, discord)
  const bot = await testbed.rapsheet(
    { url: steam.url },
    {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      HTTP_PUBLIC_URL: 'https://bans.example',
      WATCH_INTERVAL_SECONDS: intervalSeconds,
    },
  )
  await until('the commands are deployed', () => discord.commands.list().length > 0)
  let added = 0
  const user = discord.user({ permissions: DEFAULT_PERMISSIONS | PERMISSION.manageGuild })
  return {
    bot,
    say: (command: string, answer: string) => user.type(command).until(answer),
    /** Adds a public account without bans, and returns its id. */
    account() {
      added += 1
      return steam.world.add({ steamId: String(FIRST_ID + BigInt(added)) }).steamId
    },
    ban: (account: string) => void steam.world.ban(account, 'game'),
    posted: (account: string) =>
      until(`an alert about ${account}`, () => discord.channel().some((message) => message.text().includes(account))),
  }
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + WITHIN_MS
  while (!isSo()) {
    if (performance.now() > giveUpAt) throw new Error(`not within ${WITHIN_MS} ms: ${what}`)
    await sleep(50)
  }
}

/** The files that ran at each repetition of a request. */
async function filesOf(child: Child, request: () => Promise<unknown>): Promise<Set<string>> {
  await child.ask('cover')
  let common: Set<string> | undefined
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    await child.ask('covered')
    await request()
    const { result } = coverageSchema.parse(await child.ask('covered'))
    const files = result
      .filter(({ url }) => url.includes('/dist/src/'))
      .flatMap(({ url, functions }) =>
        functions.flatMap(({ ranges: [range] }) =>
          // What runs when a module is loaded begins with it.
          range && range.count > 0 && range.startOffset > 0 ? sourceAt(url, range.startOffset) : [],
        ),
      )
    const ran = new Set(files.filter((file) => /^(src|commands)\//.test(file)))
    common = common ? new Set([...common].filter((file) => ran.has(file))) : ran
  }
  return common ?? new Set()
}

const texts = new Map<string, string>()

/** The source file at an offset in a bundle. */
function sourceAt(url: string, offset: number): string {
  const text = texts.get(url) ?? readFileSync(fileURLToPath(url), 'utf8')
  texts.set(url, text)
  return bundledPath(url, text.slice(0, offset).split('\n').length - 1)
}

const linesOf = new Map<string, string[]>()

/** The source file of a line in a bundle: the last one that the bundler has named above it. */
function bundledPath(url: string, lineNumber: number): string {
  const lines = linesOf.get(url) ?? readFileSync(fileURLToPath(url), 'utf8').split('\n')
  linesOf.set(url, lines)
  const heading = lines.slice(0, lineNumber + 1).findLast((line) => /^\/\/ \S+\.[cm]?[jt]s$/.test(line))
  return heading?.slice('// '.length) ?? url
}
