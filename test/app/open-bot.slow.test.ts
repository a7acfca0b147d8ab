import { expect, onTestFinished, test, vi } from 'vitest'
import { addAlert } from '../../src/watch/alerts.ts'
import { startDiscord } from '../../packages/sim-discord/src/index.ts'
import { startSteam } from '../../packages/sim-steam/src/server.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { openDatabase } from '../../src/app/database.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { saveTerms } from '../../src/policy/save-terms.ts'
import { createToken } from '../../src/policy/tokens.ts'
import { ask } from '../support/ask.ts'
import { startBotService, type BotService } from '../support/bot.ts'
import { connectionTo, databaseAt, databasePath } from '../support/database.ts'
import { CLEAN_RECORD } from '../support/fake-context.ts'
import { openPolicyTest } from '../support/policy-tests.ts'
import type { TestSettings } from '../support/service.ts'
import { takeLease } from '../support/take-lease.ts'

const PATIENCE = { timeout: 15_000, interval: 20 }

/** A Steam, a Discord with a channel for alerts, and a database, for services that are started and stopped. */
async function openWorld() {
  const world = createWorld({ accounts: 400 })
  const steam = await startSteam({ world })
  const discord = await startDiscord()
  const path = databasePath()
  const url = `sqlite://${path}`
  const running: BotService[] = []
  onTestFinished(async () => {
    await Promise.all(running.map((service) => service.close()))
    expect(discord.violations()).toEqual([])
    await Promise.all([steam.close(), discord.close()])
  })
  const guild = discord.guild()
  const { cast } = world
  const accounts = [cast.clean, cast.private, cast.veteran]

  const database = await openDatabase(url)
  await database.transaction(async ({ guilds, accounts: known, watches }) => {
    await guilds.touch(guild.id, 'en-GB', 1)
    await guilds.setAlertChannel(guild.id, { channelId: guild.channelId, roleId: null })
    await known.ensure(accounts)
    const entry = { guildId: guild.id, addedBy: '1', addedAt: 1, reason: 'ban evasion', until: null, baselineAt: null }
    await watches.add(accounts.map((steamId) => ({ ...entry, steamId })))
  })
  await database.close()

  return {
    world,
    steam,
    cast,
    url,
    guild,
    /** Creates a policy against game bans, as a user of the server in another process; returns a token of it. */
    async createPolicy(mode: 'observe' | 'enforce') {
      const { context } = await openPolicyTest({ path, time: { now: systemClock.unixSeconds() } })
      const actor = { guildId: guild.id, locale: 'en-GB', userId: '200000000000000001' }
      const terms = { mode, rules: { maxGameBans: 0 }, onUnknown: {}, actions: {}, appeal: '' }
      await saveTerms(context, { ...actor, terms, fromVersion: 0 })
      return (await createToken(context, { ...actor, name: 'EU Main' })).token
    },
    async start(settings: TestSettings = {}) {
      const defaults = {
        DATABASE_URL: url,
        WATCH_INTERVAL_SECONDS: '1',
        STEAM_CALLS_PER_DAY: '0',
        CACHE_ACCOUNT_SECONDS: '0',
      } as const
      const service = await startBotService({ ...defaults, ...settings }, { steam, discord })
      running.push(service)
      return {
        service,
        sweeps: () => service.log.filter(({ msg }) => msg === 'sweep'),
        errors: () => service.log.filter(({ level }) => level >= 50),
        stop: async () => {
          running.splice(running.indexOf(service), 1)
          await service.close()
        },
      }
    },
    posted: () => discord.channel().map((message) => message.text()),
    untilPosted: (count: number) => vi.waitUntil(() => discord.channel().length >= count, PATIENCE),
  }
}

test('a ban is told once in the channel, across restarts', async () => {
  const { world, cast, start, posted, untilPosted } = await openWorld()
  const first = await start()
  await vi.waitUntil(() => first.sweeps().length >= 2, PATIENCE)
  world.ban(cast.clean, 'vac')
  world.ban(cast.clean, 'game')
  await untilPosted(1)
  const facts = { accounts: 3, checked: 3, failedCalls: 0, calls: 1, seconds: expect.any(Number) }
  expect(first.sweeps()[1]).toMatchObject(facts)
  expect(first.errors()).toEqual([])
  await first.stop()

  world.ban(cast.private, 'community')
  const second = await start()
  await untilPosted(2)
  await vi.waitUntil(() => second.sweeps().length >= 3, PATIENCE)
  expect(posted()).toHaveLength(2)
  expect(posted()[0]).toContain(cast.clean)
  expect(posted()[0]).toMatch(/VAC bans 0 → 1[^]*Game bans 0 → 1/)
  expect(posted()[1]).toContain(cast.private)
}, 60_000)

test('a lookup of a watched account tells of a ban before the next sweep', async () => {
  const { world, cast, start, posted } = await openWorld()
  const { service, sweeps } = await start({ WATCH_INTERVAL_SECONDS: '86400' })
  await vi.waitUntil(() => sweeps().length === 1, PATIENCE)
  world.ban(cast.veteran, 'vac')
  await vi.waitUntil(async () => {
    // The answer has to be newer than that of the sweep, by a second.
    await ask(service, `/api/lookup?steamId=${cast.veteran}`)
    return posted().length > 0
  }, PATIENCE)
  expect(posted()[0]).toContain(cast.veteran)
  expect(sweeps()).toHaveLength(1)
}, 60_000)

test('a watched account that a game server asks about is reported once in the channel, across a restart', async () => {
  const { cast, start, posted, untilPosted, createPolicy } = await openWorld()
  const token = await createPolicy('observe')
  const first = await start({ WATCH_INTERVAL_SECONDS: '86400' })
  const askAbout = async (service: BotService, steamId: string) =>
    expect((await ask(service, `/game/${token}/${steamId}`)).status).toBe(404)
  // An account that is on no list is not reported.
  await askAbout(first.service, cast.gameBanned)
  await askAbout(first.service, cast.veteran)
  await untilPosted(1)
  const delivered = () => metric(first.service, 'rapsheet_messages_total{kind="join",outcome="delivered"}')
  await vi.waitUntil(async () => (await delivered()) === 1, PATIENCE)
  expect(await metric(first.service, 'rapsheet_messages_total{kind="join",outcome="given_up"}')).toBe(0)
  // The last join is stored while the process stops, and reported by the next one.
  await askAbout(first.service, cast.veteran)
  await askAbout(first.service, cast.private)
  await first.stop()
  const second = await start({ WATCH_INTERVAL_SECONDS: '86400' })
  await untilPosted(2)
  await askAbout(second.service, cast.veteran)
  await askAbout(second.service, cast.clean)
  await untilPosted(3)
  // The figures are read every 15 s.
  await vi.waitUntil(async () => (await metric(second.service, 'rapsheet_messages_waiting{kind="join"}')) === 0, {
    ...PATIENCE,
    timeout: 40_000,
  })
  expect(posted()).toHaveLength(3)
  for (const [index, steamId] of [cast.veteran, cast.private, cast.clean].entries()) {
    expect(posted()[index]).toContain(steamId)
    expect(posted()[index]).toMatch(
      /at EU Main\n.*Not banned by us · 👁️[^]*\n.*Let in\b[^]*\n.*This means the account itself, or somebody who plays on its shared copy of Rust\./,
    )
  }
  expect(posted()[0]).toContain('ban evasion')
  expect(JSON.stringify(posted())).not.toContain(token)
  expect([...first.errors(), ...second.errors()]).toEqual([])
}, 60_000)

test('a process sends no alert and reports no refusal once another one has the lease', async () => {
  const { cast, guild, url, start, posted, untilPosted, createPolicy } = await openWorld()
  const token = await createPolicy('enforce')
  const { service, sweeps } = await start({ WATCH_INTERVAL_SECONDS: '86400' })
  await vi.waitUntil(() => sweeps().length === 1, PATIENCE)
  const [other, db] = [await databaseAt(url), await connectionTo(url)]
  const expiry = async () => JSON.stringify(await db('leases').where('name', 'discord').first('expires_at'))
  const before = await expiry()
  // The process finds out when it renews the lease, every 4 s; until then it is like one that was frozen.
  await vi.waitUntil(async () => (await expiry()) !== before, PATIENCE)
  const lease = await other.transaction(async (repositories) => {
    const { leases, accounts } = repositories
    const at = systemClock.unixSeconds()
    const changes = [{ kind: 'vac', from: 0, to: 1, isLifted: false, when: { after: at - 60, before: at } } as const]
    const seen = { steamId: cast.clean, firstSeenAt: at, record: CLEAN_RECORD, lastBan: null, changes }
    const alert = {
      guildId: guild.id,
      steamId: cast.clean,
      createdAt: at,
      changes,
      addedBy: '1',
      addedAt: 1,
      reason: '',
    }
    await addAlert(repositories, { ...alert, observationId: await accounts.addObservation(seen) })
    return takeLease(leases, 'discord', 'other')
  })
  await ask(service, `/game/${token}/${cast.gameBanned}`)
  await vi.waitUntil(
    () => service.log.some(({ msg }) => msg === 'this process no longer sweeps the watch lists'),
    PATIENCE,
  )
  expect(posted()).toEqual([])
  if (lease) await other.transaction(({ leases }) => leases.release(lease))
  await untilPosted(2)
}, 60_000)

async function metric(service: BotService, name: string): Promise<number | undefined> {
  const text = String((await ask(service, '/metrics')).body)
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length))
}
