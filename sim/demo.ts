import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { startApp } from '../src/app.ts'
import { loadSettings } from '../src/config.ts'
import { explainStartFailure } from '../src/start-failure.ts'
import { startSteam } from './steam/server.ts'
import type { World } from './steam/world.ts'

/** About what Steam takes, so that streams can be seen streaming. */
const LATENCY = { latencyMs: 80, jitterMs: 40 }

/** One request to try: what it shows, and curl's arguments. */
interface Trial {
  shows: string
  args: string
}

function trials(url: string, { cast, account }: World): Trial[] {
  const get = (path: string) => `'${url}${path}'`
  const post = (path: string, body: object) =>
    `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}' '${url}${path}'`
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
      args: `-o avatar.png -w '%{http_code} %{content_type}\\n' ${get(`/api/image?url=${avatar}`)}`,
    },
    { shows: 'Whether it can serve', args: get('/readyz') },
  ]
}

const steam = await startSteam(LATENCY)
const settings = loadSettings({
  LOG_LEVEL: 'warn',
  STORE_URL: 'memory://',
  INVENTORY_SPACING_MS: '250',
  ...process.env,
  STEAM_API_KEY: steam.key,
  STEAM_API_URL: steam.apiUrl,
  STEAM_COMMUNITY_URL: steam.communityUrl,
  IMAGE_CDN_URL: steam.cdnUrl,
})
const app = await startApp(settings, pino({ level: settings.LOG_LEVEL }, pretty({ sync: true }))).catch(
  async (error: unknown) => {
    process.stderr.write(`The demo cannot start.\n${explainStartFailure(error, settings)}\n`)
    process.exit(1)
  },
)
closeWithGrace({ logger: false }, async () => {
  await app.close()
  await steam.close()
})

const lines = trials(app.url, steam.world).map(({ shows, args }) => `# ${shows}\ncurl -sS -w '\\n' ${args}`)
process.stdout.write(`
Rapsheet runs at ${app.url} against a simulated Steam; nothing leaves this machine.
Try these in another terminal:

${lines.join('\n\n')}

All of it, to read and to try in a browser: ${app.url}/docs
Ctrl+C ends the demo.
`)
