import { expect, onTestFinished } from 'vitest'
import { startDiscord, type SimDiscordOptions } from '../../sim/discord/server.ts'
import { createAlertMessages } from '../../src/discord/alerts/alert-messages.ts'
import { createDelivery } from '../../src/discord/delivery/run-delivery.ts'
import { createBotApi, type BotApi } from '../../src/discord/bot-api.ts'
import { systemClock, type Clock } from '../../src/lib/clock.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import type { Database } from '../../src/database/database.ts'
import type { BanChange } from '../../src/model/ban-record.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import type { StaleAnswers, Steam } from '../../src/steam/steam.ts'
import { databaseForTest, databasePath } from './database.ts'
import { createFakeClock } from './fake-clock.ts'
import { CLEAN_RECORD } from './fake-context.ts'
import { fakeWatchContext } from './fake-watch-context.ts'
import { captureLog } from './log.ts'
import { nth } from './watch-tests.ts'

/** The time at which the tests begin, milliseconds. */
const START_MS = Date.UTC(2026, 4, 4, 15)
const MODERATOR_ID = '200000000000000001'

const vacBan = (at: number): BanChange => ({
  kind: 'vac',
  from: 0,
  to: 1,
  isLifted: false,
  when: { after: at - 3_600, before: at },
})

/** A database with the first server of a simulated Discord, whose time is the test's, and the real client that sends to it. */
export async function openAlertTest(
  steam: Partial<Steam> = {},
  options: SimDiscordOptions = {},
  staleAnswers: Partial<StaleAnswers> = {},
) {
  const fake = createFakeClock()
  const unixMs = () => START_MS + fake.now()
  const clock: Clock = { ...fake, unixMs, unixSeconds: () => Math.floor(unixMs() / 1000) }
  const discord = await startDiscord({ clock: unixMs, ...options })
  onTestFinished(async () => {
    await discord.close()
    expect(discord.violations()).toEqual([])
  })
  const path = databasePath()
  const database = await databaseForTest(path)
  /** Fails transactions while it returns true, as if the process had ended. */
  let hasCrashed = () => false
  const fragile: Database = {
    ...database,
    transaction: (work) =>
      hasCrashed() ? Promise.reject(new DatabaseError('unavailable', 'crashed')) : database.transaction(work),
  }
  const whole = fakeWatchContext(fragile, steam, { clock, loop: fake })
  /** Seconds by which the clock is ahead of Steam's; undefined before Steam's first answer. */
  const skew: { seconds: number | undefined } = { seconds: 0 }
  const context = {
    ...whole,
    staleAnswers: { ...whole.staleAnswers, ...staleAnswers },
    steamClock: () => (skew.seconds === undefined ? undefined : { skewSeconds: skew.seconds, seenAt: 0 }),
  }
  const { logger, lines: log } = captureLog()
  const outcomes: string[] = []
  const guild = discord.guild()
  let stored = 0

  /** Fails the test when a request is made without a turn. Turns are given in real time. */
  const countTurns = (api: BotApi): BotApi => {
    let turns = 0
    const useTurn = () => expect(turns--).toBeGreaterThan(0)
    return {
      turn: (signal) => api.turn(signal).then(() => void turns++),
      get: (...request) => (useTurn(), api.get(...request)),
      post: (...request) => (useTurn(), api.post(...request)),
    }
  }

  /** The delivery of a process that has just started. */
  const start = () =>
    createDelivery(
      {
        api: countTurns(createBotApi({ token: discord.token, apiUrl: discord.apiUrl, clock: systemClock })),
        clock,
        random: () => 0.5,
        log: logger,
      },
      createAlertMessages({ context, clock, onAttempt: (outcome) => void outcomes.push(outcome) }),
    )
  let delivery = start()

  await database.transaction(async ({ guilds }) => {
    await guilds.touch(guild.id, 'en-US', clock.unixSeconds())
    await guilds.setAlertChannel(guild.id, { channelId: guild.channelId, roleId: null })
  })
  return {
    clock,
    discord,
    guild,
    database,
    context,
    skew,
    log,
    outcomes,
    path,
    start,
    /** Lets the process end as soon as a message is in the channel, before it can store that. */
    crashAfterSending: () => void (hasCrashed = () => discord.channel(guild.channelId).length > 0),
    /** Starts the process again. */
    restart() {
      hasCrashed = () => false
      delivery = start()
    },
    deliverDue: (signal = new AbortController().signal) => delivery.deliverDue(signal),
    advance: (seconds: number) => fake.advance(seconds * 1000),
    /** Delivers what is due, every second for some time. */
    async deliverFor(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        await delivery.deliverDue(new AbortController().signal)
        await fake.advance(1_000)
      }
    },
    /** Stores changes of so many accounts, each with its alert; returns the ids of the accounts. */
    async change(count = 1, { guildId = guild.id, changes = [vacBan(clock.unixSeconds())] } = {}) {
      const steamIds = Array.from({ length: count }, () => nth(stored++))
      for (const steamId of steamIds) await storeChange(database, clock, { guildId, steamId, changes })
      return steamIds
    },
    counts: (guildId = guild.id) => database.read(({ outbox }) => outbox.counts(guildId)),
    /** Sets another channel, as `/watch channel` does. */
    useChannel: (channelId: string, roleId: string | null = null) =>
      database.transaction(async ({ guilds, outbox }) => {
        await guilds.setAlertChannel(guild.id, { channelId, roleId })
        return outbox.unpark(guild.id)
      }),
    /** The texts of the messages in a channel. */
    posted: (channelId = guild.channelId) => discord.channel(channelId).map((message) => message.text()),
  }
}

async function storeChange(
  database: Database,
  clock: Clock,
  { guildId, steamId, changes }: { guildId: string; steamId: SteamId; changes: BanChange[] },
): Promise<void> {
  const at = clock.unixSeconds()
  await database.transaction(async ({ accounts, outbox }) => {
    await accounts.ensure([steamId])
    const observationId = await accounts.addObservation({
      steamId,
      firstSeenAt: at,
      record: CLEAN_RECORD,
      lastBan: null,
      changes,
    })
    await outbox.add({
      guildId,
      steamId,
      observationId,
      createdAt: at,
      changes,
      addedBy: MODERATOR_ID,
      addedAt: at - 86_400,
      reason: 'aimbot',
    })
  })
}
