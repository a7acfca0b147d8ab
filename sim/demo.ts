import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { startApp } from '../src/app.ts'
import { loadSettings } from '../src/config.ts'
import type { Settings } from '../src/config.ts'
import { explainStartFailure } from '../src/start-failure.ts'
import { startSteam } from './steam/server.ts'
import type { World } from './steam/world.ts'

/** About what Steam takes, so that streams can be seen streaming. */
const LATENCY = { latencyMs: 80, jitterMs: 40 }

const STOP_WITHIN_MS = 12_000

/** One request to try: what it shows, and curl's arguments. */
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

/** The account that the documentation's examples name, with something to see at every endpoint. */
function addExample({ cast, account, add }: World): void {
  const [shown, friends, items] = [account(cast.veteran), account(cast.manyBanned), account(cast.hoarder)]
  if (shown && friends && items) {
    add({ ...shown, steamId: '76561197960287930', vanity: null, friends: friends.friends, inventory: items.inventory })
  }
}

const steam = await startSteam(LATENCY)
addExample(steam.world)
let settings: Settings
try {
  settings = loadSettings({
    LOG_LEVEL: 'warn',
    STORE_URL: 'memory://',
    INVENTORY_SPACING_MS: '250',
    ...process.env,
    STEAM_API_KEY: steam.key,
    STEAM_API_URL: steam.apiUrl,
    STEAM_COMMUNITY_URL: steam.communityUrl,
    IMAGE_CDN_URL: steam.cdnUrl,
  })
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}
const log = pino({ level: settings.LOG_LEVEL }, pretty({ sync: true }))
const app = await startApp(settings, log).catch((error: unknown) => giveUp(explainStartFailure(error, settings)))
closeWithGrace({ delay: STOP_WITHIN_MS, logger: false }, async () => {
  await app.close()
  await steam.close()
})

const lines = trials(app.url, steam.world).map(({ shows, args }) => `# ${shows}\ncurl -sS ${args}`)
process.stdout.write(`
Rapsheet runs at ${app.url} against a simulated Steam; nothing leaves this machine.
Try these in another terminal:

${lines.join('\n\n')}

All of it, to read and to try in a browser: ${app.url}/docs
Ctrl+C ends the demo.
`)
