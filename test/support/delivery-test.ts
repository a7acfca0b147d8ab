import { expect, onTestFinished } from 'vitest'
import { type SimDiscordOptions, startDiscord } from '../../packages/sim-discord/src/index.ts'
import type { Database, Repositories } from '../../src/app/database.ts'
import { createBotApi, type BotApi } from '../../src/discord/bot-api.ts'
import { findProfiles } from '../../src/accounts/find-profiles.ts'
import { createCallContext } from '../../src/lib/call-context.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import type { MessageKind } from '../../src/outbox/discord/message-kind.ts'
import type { ShownEntry } from '../../src/outbox/kind.ts'
import { createDelivery } from '../../src/outbox/discord/run-delivery.ts'
import { systemClock, type Clock } from '../../src/lib/clock.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import type { StaleAnswers, Steam } from '../../src/steam/steam.ts'
import { databaseForTest, databasePath } from './database.ts'
import { createFakeClock } from './fake-clock.ts'
import { summaryOf } from './fake-context.ts'
import { alwaysHeld } from './fenced-database.ts'
import { fakeWatchContext } from './fake-watch-context.ts'
import { findTexts } from '../../src/app/bot/texts.ts'
import type { Texts } from '../../src/app/bot/texts.ts'
import { captureLog } from './log.ts'

/** The time at which the tests begin, milliseconds. */
const START_MS = Date.UTC(2026, 4, 4, 15)

export interface DeliveryTestOptions {
  steam?: Partial<Steam>
  discordOptions?: SimDiscordOptions
  staleAnswers?: Partial<StaleAnswers>
}

/** The ids of the accounts that a message names, without repetitions. */
export const accountsIn = (text: string) => [...new Set(text.match(/\b7656\d{13}\b/g))]

/** Gives every account this name. */
export const summaryNamed = (personaname: string) => async (steamId: SteamId) => ({
  value: { ...summaryOf(steamId), personaname },
  fetchedAt: 1,
  expiresAt: 2,
})

/** A Steam on which every account has this name. */
export const named = (personaname: string): DeliveryTestOptions => ({
  steam: { getSummary: summaryNamed(personaname) },
})

/** A database with the first server of a simulated Discord, whose time is the test's, and the real client that sends to it. */
export async function openDeliveryTest<Shown extends ShownEntry>(
  kind: MessageKind<Shown, Texts, Repositories>,
  { steam = {}, discordOptions = {}, staleAnswers = {} }: DeliveryTestOptions,
) {
  const fake = createFakeClock()
  const unixMs = () => START_MS + fake.now()
  const clock: Clock = { ...fake, unixMs, unixSeconds: () => Math.floor(unixMs() / 1000) }
  const discord = await startDiscord({ clock: unixMs, ...discordOptions })
  onTestFinished(async () => {
    await discord.close()
    expect(discord.violations()).toEqual([])
  })
  const path = databasePath()
  const guild = discord.guild()
  const database = await databaseForTest(path)
  /** Fails transactions while it returns true, as if the process had ended. */
  let hasCrashed = () => false
  const fragile: Database = {
    ...database,
    transaction: (work) =>
      hasCrashed() ? Promise.reject(new DatabaseError('unavailable', 'crashed')) : database.transaction(work),
  }
  const whole = fakeWatchContext(fragile, steam, { clock })
  /** Seconds by which the clock is ahead of Steam's; undefined before Steam's first answer. */
  const skew: { seconds: number | undefined } = { seconds: 0 }
  const context = {
    ...whole,
    database: alwaysHeld(fragile),
    staleAnswers: { ...whole.staleAnswers, ...staleAnswers },
    steamClock: () => (skew.seconds === undefined ? undefined : { skewSeconds: skew.seconds, seenAt: 0 }),
  }
  const { logger, lines: log } = captureLog()
  const outcomes: string[] = []

  /** Fails the test when a request is made without a turn. Turns are given in real time. */
  const countTurns = (api: BotApi, afterTurn: () => Promise<void>): BotApi => {
    let turns = 0
    const useTurn = () => expect(turns--).toBeGreaterThan(0)
    return {
      turn: (signal) =>
        api
          .turn(signal)
          .then(afterTurn)
          .then(() => void turns++),
      get: (...request) => (useTurn(), api.get(...request)),
      post: (...request) => (useTurn(), api.post(...request)),
    }
  }

  const createApi = () => createBotApi({ token: discord.token, apiUrl: discord.apiUrl, clock: systemClock })
  /** The delivery of a kind by a process that has just started; `afterTurn` runs before each of its requests. */
  const startFor = <S extends ShownEntry>(started: MessageKind<S, Texts, Repositories>, afterTurn = async () => {}) =>
    createDelivery(
      {
        api: countTurns(createApi(), afterTurn),
        clock,
        random: () => 0.5,
        log: logger,
        texts: findTexts,
        database: context.database,
        steamClock: context.steamClock,
        findProfiles: (steamIds, signal) => findProfiles(context, steamIds, createCallContext(signal)),
        findDecision: () => null,
        onAttempt: (outcome) => void outcomes.push(outcome),
      },
      started,
    )
  const start = (afterTurn?: () => Promise<void>) => startFor(kind, afterTurn)
  let delivery = start()

  /** Stores a server of the simulated Discord, with its first channel as that of alerts. */
  const addGuild = (guildId: string) =>
    database.transaction(async ({ guilds }) => {
      await guilds.touch(guildId, 'en-US', clock.unixSeconds())
      await guilds.setAlertChannel(guildId, { channelId: discord.guild(guildId).channelId, roleId: null })
    })
  await addGuild(guild.id)
  return {
    addGuild,
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
    startFor,
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
    /** Sets another channel, as `/watch channel` does. */
    useChannel: (channelId: string, roleId: string | null = null) =>
      database.transaction(async ({ guilds, outbox }) => {
        await guilds.setAlertChannel(guild.id, { channelId, roleId })
        await outbox.retryAll(guild.id, clock.unixSeconds())
      }),
    /** The texts of the messages in a channel. */
    posted: (channelId = guild.channelId) => discord.channel(channelId).map((message) => message.text()),
  }
}
