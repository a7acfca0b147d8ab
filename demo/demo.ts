import { appendFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { Agent } from 'undici'
import { startApp } from '../src/app/app.ts'
import { loadSettings, type Settings } from '../src/app/settings/read-settings.ts'
import { systemClock } from '../src/lib/clock.ts'
import { CRASH_SIGNALS } from '../src/lib/crash-signals.ts'
import { explainStartFailure } from '../src/app/start-failures.ts'
import { createGameControl } from './control/game.ts'
import { createWorldControl } from './control/world.ts'
import { withPublicUrl } from './set-up/public-url.ts'
import { createDemoDatabase } from './set-up/database.ts'
import { describeForMachines } from './set-up/describe-for-machines.ts'
import { describeStart } from './set-up/describe-start.ts'
import { furnishGuild } from './set-up/furnish-guild.ts'
import { addDemoPlayers } from '../packages/sim-steam/src/demo-players.ts'
import { findSteamPicture, openDiscordPage } from './set-up/open-discord-page.ts'
import { createPanel } from './panel/panel.ts'
import { startDemoSteam } from './set-up/start-demo-steam.ts'
import { listAlertTrials, listPolicyTrials, listTrials, type Trial } from './set-up/trials.ts'
import { createConversation, startDiscord } from '../packages/sim-discord/src/index.ts'
import { createGameConsole } from './game/game-console.ts'
import { WELCOME } from './prompt/help.ts'
import { openPrompt, type Prompt } from './prompt/open-prompt.ts'

/** Slower, so that a friend scan can be watched and cancelled. */
const HOURS_LATENCY = { latencyMs: 300, jitterMs: 100 }
const SCAN_CONCURRENCY = 8
/** Enough for a sweep every few seconds; sweeps may use a tenth of it. */
const CALLS_PER_DAY = 1_000_000

/** Short, so that `steam up` ends a block within seconds. */
const BLOCK_PAUSE_MS = 1_000

const STOP_WITHIN_MS = 12_000
const POLL_MS = 20

/** The path of a folder, given relative to this program. */
const pathOf = (folder: string) => fileURLToPath(new URL(folder, import.meta.url))

function giveUp(message: string): never {
  process.stderr.write(`The demo cannot start.\n${message}\n`)
  process.exit(1)
}

const steam = await startDemoSteam()
steam.dial.set('games', HOURS_LATENCY)
addDemoPlayers(steam.world, systemClock.unixSeconds())
const discord = await startDiscord({ name: 'Rapsheet' })
furnishGuild(discord)
let settings: Settings
try {
  const loaded = loadSettings(
    {
      LOG_LEVEL: 'warn',
      STORE_URL: 'memory://',
      INVENTORY_SPACING_MS: '250',
      STEAM_CALLS_PER_DAY: String(CALLS_PER_DAY),
      WATCH_INTERVAL_SECONDS: '5',
      ...process.env,
      DATABASE_URL: process.env['DATABASE_URL'] ?? createDemoDatabase(),
      STEAM_API_KEY: steam.key,
      STEAM_API_URL: steam.apiUrl,
      STEAM_COMMUNITY_URL: steam.communityUrl,
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
    },
    { steamConcurrency: SCAN_CONCURRENCY },
  )
  settings = await withPublicUrl(loaded)
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}
/** Whether a program reads the output, which then is one JSON object; the log goes to the standard error. */
const isForMachines = process.argv.includes('--json')
const isTerminal = process.stdin.isTTY && process.stdout.isTTY && !isForMachines
/** Where the log goes while a terminal shows the conversation. */
const logFile = join(tmpdir(), `rapsheet-demo-${process.pid}.log`)
const writeToTerminal = (text: string): void => void (isForMachines ? process.stderr : process.stdout).write(text)
let write = writeToTerminal
const destination = new Writable({
  decodeStrings: false,
  write(text: string, _, done) {
    write(text)
    done()
  },
})
const log = pino({ level: settings.log.level }, pretty({ sync: true, destination }))
const app = await startApp(settings, log, giveUp, {
  imageCdnUrl: steam.cdnUrl,
  blockPauseMs: BLOCK_PAUSE_MS,
  pageFolder: pathOf('../page'),
  listWorker: new URL('../src/bans/formats/list-worker.js', import.meta.url),
}).catch((error: unknown) => giveUp(explainStartFailure(error, settings)))
let prompt: Prompt | undefined
let isStopping = false
/** Closes the page of Discord, once it is open. */
let closePage = async (): Promise<void> => {}
const { close } = closeWithGrace(
  { delay: STOP_WITHIN_MS, logger: false, skip: [...CRASH_SIGNALS] },
  async ({ err }) => {
    isStopping = true
    if (prompt) {
      prompt.close()
      write = writeToTerminal
      process.stdout.write('\nStopping.\n')
    }
    if (err) log.fatal({ err }, 'stopping after an unexpected error')
    await app.close()
    await closePage()
    await discord.close()
    await steam.close()
  },
)
// The bot deploys its commands after the login.
while (discord.commands.list().length === 0) await sleep(POLL_MS)

const conversation = createConversation(discord)
const world = createWorldControl({
  world: steam.world,
  dial: steam.dial,
  cacheSeconds: settings.lifetimes.account,
  sweepSeconds: settings.watch.intervalSeconds,
})
const game = createGameControl(createGameConsole(new Agent()), steam.world)
const newness = describeStart(process.env['DATABASE_URL'] !== undefined)
const discordPage = await openDiscordPage(discord, {
  folder: pathOf('../sim-page'),
  conversation,
  findPicture: findSteamPicture(steam.cdnUrl),
  panel: createPanel(world, game, newness),
})
if (discordPage) closePage = discordPage.close

if (isForMachines) {
  process.stdout.write(`${JSON.stringify(await describeForMachines(conversation, app.url, steam.world))}\n`)
} else if (isTerminal) {
  process.stdout.write(`
Rapsheet runs with a simulated Steam and Discord; nothing leaves this machine.
${newness}
Page: ${app.url}, with the state for the admin at /status
Discord: ${discordPage ? `${discordPage.url}, the bot as moderators see it, in a browser` : 'the page is not built; run npm run build'}
HTTP: ${app.url}/docs, to read and to try; or
      curl '${app.url}/api/lookup?steamId=raider'
Simulated Steam: ${steam.url}, simulated Discord: ${discord.url}; packages/sim-steam/README.md and packages/sim-discord/README.md list their control requests.
Log: ${logFile}, with warnings and errors (LOG_LEVEL=info: with every command), once there are any

${WELCOME}

`)
  const hasColours = process.stdout.hasColors(256)
  write = (text) => appendFileSync(logFile, text)
  prompt = openPrompt({ input: process.stdin, output: process.stdout, hasColours, discord, conversation, world, game })
  await prompt.ended
  if (!isStopping) close()
} else {
  const list = (trials: Trial[]) => trials.map(({ shows, args }) => `# ${shows}\ncurl -sS ${args}`).join('\n\n')
  process.stdout.write(`
Rapsheet runs at ${app.url} against a simulated Steam; nothing leaves this machine.
${newness}
Discord: ${discordPage ? `${discordPage.url}, the bot as moderators see it, in a browser` : 'the page is not built; run npm run build'}

Try these in another terminal:

${list(listTrials(app.url, steam.world))}

To see an alert:

${list(listAlertTrials(discord, steam.url, steam.world))}

To ask as a game server does:

${list(listPolicyTrials(app.url, discord.url, steam.world))}

All of it, to read and to try in a browser: ${app.url}/docs
The Discord bot is logged in to a simulated Discord at ${discord.apiUrl}; use it on the page above, or start the demo on a terminal.
Simulated Steam: ${steam.url}, simulated Discord: ${discord.url}; packages/sim-steam/README.md and packages/sim-discord/README.md list their control requests.
Ctrl+C ends the demo.
`)
}
