import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest'
import {
  type ModalValues,
  type SimDiscord,
  type SimMessage,
  type SimReply,
  startDiscord,
} from '../../packages/sim-discord/src/index.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { botForTest } from './bot.ts'
import { databasePath } from './database.ts'
import type { TestSettings } from './service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

/** The date in tests with `useFixedDate`, milliseconds since 1970. */
export const NOW = Date.UTC(2026, 5, 1, 12)

/** Fixes the date for the tests of a file, because views contain relative times. Timers are real. */
export function useFixedDate(): void {
  beforeEach(() => void vi.setSystemTime(NOW))
  afterEach(() => void vi.useRealTimers())
}

/** The first answer of the bot. */
export const answerTo = (reply: SimReply) => reply.until((text) => text !== '' && !text.includes('is thinking'))

/** Submits the form that a command or a button opens. */
export async function submitForm(opening: SimReply, values: ModalValues): Promise<SimReply> {
  await opening.untilModal()
  return opening.submit(values)
}

/** The message of an answer. */
export const messageOf = (reply: SimReply): SimMessage => reply.message() ?? expect.fail('there is no message')

/** Waits for the only follow-up to an answer, which is ephemeral; returns its text. */
export async function followUpTo(reply: SimReply): Promise<string> {
  await expect.poll(() => reply.followUps().map((message) => message.isEphemeral())).toEqual([true])
  return reply.followUps()[0]?.text() ?? ''
}

/** Waits for the only message that is posted in the channel. */
export async function postedIn(discord: SimDiscord): Promise<SimMessage> {
  await expect.poll(() => discord.channel()).toHaveLength(1)
  return discord.channel()[0] ?? expect.fail('nothing was posted')
}

/** An account id that the simulated Steam does not use. */
export const idOf = (number: number) => String(76_561_198_009_000_000n + BigInt(number))

/** Resolves when another click is no double click, and does not exceed five edits of a message in 5 s either. */
export const afterDoubleClick = () => new Promise((resolve) => setTimeout(resolve, 1_050))

/** A simulated Steam, and bots that use it, for the tests of a file. */
export async function useCommandTests() {
  const steam = await useSteam(createWorld())
  const startBot = (settings: TestSettings = {}, discord?: SimDiscord) =>
    botForTest(settings, discord ? { steam, discord } : { steam })
  return {
    steam,
    cast: steam.world.cast,
    /** Starts a bot for one test. */
    startBot,
    /** Starts a bot that can be stopped and started again, in the same Discord and with the same database. */
    async startRestartableBot(settings: TestSettings = {}) {
      const discord = await startDiscord()
      onTestFinished(() => discord.close())
      const database = { DATABASE_URL: `sqlite://${databasePath()}` }
      let bot = await startBot({ ...database, ...settings }, discord)
      const restart = async (others: TestSettings = {}) => {
        await bot.close()
        bot = await startBot({ ...database, ...others }, discord)
        return bot
      }
      return { ...bot, restart }
    },
  }
}
