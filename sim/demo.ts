import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { startApp } from '../src/app.ts'
import { loadSettings, type Settings } from '../src/config.ts'
import { CRASH_SIGNALS } from '../src/lib/crash-signals.ts'
import { explainStartFailure } from '../src/start-failure.ts'
import { startDiscord } from './discord/server.ts'
import { WELCOME } from './prompt-help.ts'
import { openPrompt, type Prompt } from './prompt.ts'
import { addExample } from './steam/example.ts'
import { startSteam } from './steam/server.ts'
import type { World } from './steam/world.ts'

/** A typical latency of Steam. */
const LATENCY = { latencyMs: 80, jitterMs: 40 }
/** Slower, so that a friend scan can be watched and cancelled. */
const HOURS_LATENCY = { latencyMs: 300, jitterMs: 100 }
const SCAN_CONCURRENCY = 8

const STOP_WITHIN_MS = 12_000
const POLL_MS = 20

/** A request to try: its description and the arguments of curl. */
interface Trial {
  shows: string
  args: string
}

function trials(url: string, { cast, account }: World): Trial[] {
  const get = (path: string) => `-w '\\n' '${url}${path}'`
  const post = (path: string, body: object) =>
    `-w '\\n' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' '${url}${path}'`
  const avatar = encodeURIComponent(
    `https://avatars.steamstatic.com/${account(cast.raider)?.profile?.avatarHash}_full.jpg`,
  )
  return [
    { shows: 'A VAC-banned account, by its custom name', args: get('/api/lookup?steamId=raider') },
    {
      shows: 'A private one: hours and friends are hidden, bans are not',
      args: get(`/api/lookup?steamId=${cast.private}`),
    },
    { shows: 'A custom name that does not exist', args: get('/api/lookup?steamId=nobody_by_that_name') },
    {
      shows: 'A profile link, in a body',
      args: post('/api/lookup', { input: `https://steamcommunity.com/profiles/${cast.gameBanned}/` }),
    },
    {
      shows: 'Five at once; one of them was deleted and counts as failed',
      args: post('/api/lookup/batch', {
        steamIds: ['raider', cast.bothBans, cast.communityBanned, cast.clean, cast.gone],
      }),
    },
    {
      shows: 'A large friend list with banned friends, streamed',
      args: `-N ${post('/api/friends', { steamId: cast.manyBanned })}`,
    },
    {
      shows: 'A private friend list: an error event, never an empty list',
      args: `-N ${post('/api/friends', { steamId: cast.friendsPrivate })}`,
    },
    { shows: 'Rich statistics', args: get(`/api/rust-stats?steamId=${cast.veteran}`) },
    { shows: 'Private statistics', args: get(`/api/rust-stats?steamId=${cast.statsPrivate}`) },
    { shows: 'A full inventory: the first 50 of 70 items', args: get(`/api/inventory?steamId=${cast.hoarder}`) },
    { shows: 'A private inventory', args: get(`/api/inventory?steamId=${cast.inventoryPrivate}`) },
    {
      shows: 'An avatar through the image proxy, into avatar.png',
      args: `-o avatar.png -w '%{http_code} %{content_type}\\n' '${url}/api/image?url=${avatar}'`,
    },
    { shows: 'Whether it can serve', args: get('/readyz') },
  ]
}

function giveUp(message: string): never {
  process.stderr.write(`The demo cannot start.\n${message}\n`)
  process.exit(1)
}

const steam = await startSteam(LATENCY)
steam.dial.set('games', HOURS_LATENCY)
addExample(steam.world)
const discord = await startDiscord()
const folder = mkdtempSync(join(tmpdir(), 'rapsheet-demo-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
let settings: Settings
try {
  settings = loadSettings({
    LOG_LEVEL: 'warn',
    STORE_URL: 'memory://',
    INVENTORY_SPACING_MS: '250',
    STEAM_CONCURRENCY: String(SCAN_CONCURRENCY),
    ...process.env,
    STEAM_API_KEY: steam.key,
    STEAM_API_URL: steam.apiUrl,
    STEAM_COMMUNITY_URL: steam.communityUrl,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    DATABASE_URL: `sqlite://${join(folder, 'community.sqlite')}`,
  })
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}
/** The output of the log: on a terminal the prompt, once it is open. */
let write = (text: string): void => void process.stdout.write(text)
const destination = new Writable({
  decodeStrings: false,
  write(text: string, _, done) {
    write(text)
    done()
  },
})
const log = pino({ level: settings.log.level }, pretty({ sync: true, destination }))
const app = await startApp(settings, log, giveUp, { imageCdnUrl: steam.cdnUrl }).catch((error: unknown) =>
  giveUp(explainStartFailure(error, settings)),
)
let prompt: Prompt | undefined
let isStopping = false
const { close } = closeWithGrace(
  { delay: STOP_WITHIN_MS, logger: false, skip: [...CRASH_SIGNALS] },
  async ({ err }) => {
    isStopping = true
    if (err) log.fatal({ err }, 'stopping after an unexpected error')
    if (prompt) {
      prompt.close()
      process.stdout.write('\nStopping.\n')
    }
    await app.close()
    await discord.close()
    await steam.close()
  },
)
// The bot deploys its commands after the login.
while (discord.commands.list().length === 0) await sleep(POLL_MS)

if (process.stdin.isTTY && process.stdout.isTTY) {
  process.stdout.write(`
Rapsheet runs with a simulated Steam and Discord; nothing leaves this machine.
HTTP: ${app.url}/docs, to read and to try; or
      curl '${app.url}/api/lookup?steamId=raider'

${WELCOME}

`)
  const hasColours = process.stdout.hasColors(256)
  const surroundings = { world: steam.world, cacheSeconds: settings.lifetimes.account }
  prompt = openPrompt({ input: process.stdin, output: process.stdout, hasColours, discord, surroundings })
  write = prompt.write
  await prompt.ended
  if (!isStopping) close()
} else {
  const lines = trials(app.url, steam.world).map(({ shows, args }) => `# ${shows}\ncurl -sS ${args}`)
  process.stdout.write(`
Rapsheet runs at ${app.url} against a simulated Steam; nothing leaves this machine.
Try these in another terminal:

${lines.join('\n\n')}

All of it, to read and to try in a browser: ${app.url}/docs
The Discord bot is logged in to a simulated Discord at ${discord.apiUrl}; started on a terminal, the demo lets you use it.
Ctrl+C ends the demo.
`)
}
