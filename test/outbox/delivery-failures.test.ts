import { describe, expect, test } from 'vitest'
import { openAlertTest } from '../support/alert-delivery.ts'
import { dueAlerts } from '../support/outbox.ts'
import { accountsIn, summaryNamed } from '../support/delivery-test.ts'
import { warningsDuring } from '../support/process-events.ts'
import { until } from '../support/until.ts'

const HOUR = 3_600

describe('what waits for a channel', () => {
  test('is not held up when Steam does not answer: after two seconds it shows the last name', async () => {
    let isAsked = false
    const getSummary = () => {
      isAsked = true
      return new Promise<never>(() => {})
    }
    const { change, deliverDue, advance, posted, discord } = await openAlertTest({
      steam: { getSummary },
      staleAnswers: { getSummary: summaryNamed('earlier name') },
    })
    await change()
    const work = deliverDue()
    await until(() => isAsked)
    await advance(1)
    expect(discord.rest.requests()).toEqual([])
    await advance(1)
    await until(() => posted().length === 1)
    await work
    expect(posted()[0]).toContain('⛔ earlier name')
  })
})

describe('when Discord fails', () => {
  test('an outage for hours loses nothing and repeats nothing', async () => {
    const { change, deliverDue, deliverFor, advance, posted, discord } = await openAlertTest()
    discord.rest.fail({ match: /channels/, status: 503, times: 1_000 })
    const steamIds = await change(2)
    for (let hour = 0; hour < 12; hour++) {
      if (hour % 5 === 4) steamIds.push(...(await change()))
      await deliverDue()
      await advance(HOUR)
    }
    expect(posted()).toEqual([])
    discord.rest.heal()
    await deliverFor(3)
    expect(posted()).toHaveLength(4)
    expect(posted().flatMap(accountsIn).toSorted()).toEqual(steamIds.toSorted())
  })

  test('attempts become rarer, up to every five minutes', async () => {
    const { change, deliverDue, advance, discord, clock } = await openAlertTest()
    discord.rest.fail({ match: 'message', status: 401, times: 1_000 })
    await change()
    const pauses: number[] = []
    let last = clock.unixSeconds()
    while (pauses.length < 11) {
      await deliverDue()
      const attempts = discord.rest.requests().length
      if (attempts > pauses.length + 1) {
        pauses.push(clock.unixSeconds() - last)
        last = clock.unixSeconds()
      }
      await advance(pauses.length < 5 ? 1 : 10)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 40, 70, 130, 260, 300, 300])
  })

  test('a rate limit is waited for, and costs no repetition', async () => {
    const { change, deliverFor, posted, outcomes, discord } = await openAlertTest()
    const body = { message: 'You are being rate limited.', retry_after: 7, global: false }
    discord.rest.fail({ match: 'message', status: 429, body })
    await change()
    await deliverFor(7)
    expect(posted()).toEqual([])
    await deliverFor(3)
    expect(posted()).toHaveLength(1)
    expect(outcomes).toEqual(['retry', 'delivered'])
  })

  test('after thirty days the messages are given up', async () => {
    const { change, deliverDue, advance, posted, waiting, outcomes, discord, database } = await openAlertTest()
    discord.rest.fail({ match: 'message', status: 401, times: 10_000 })
    await change(2)
    for (let day = 0; day < 30; day++) {
      await deliverDue()
      await advance(24 * HOUR)
    }
    await deliverDue()
    expect(await waiting()).toBe(2)
    await advance(60)
    await deliverDue()
    expect(outcomes.filter((outcome) => outcome === 'given_up')).toHaveLength(2)
    discord.rest.heal()
    await deliverDue()
    expect([posted(), await database.read(dueAlerts)]).toEqual([[], []])
  })
})

test.each([[31 * 24 * HOUR], [undefined]])(
  'a message is not given up while our clock is ahead of Steam’s by %s s',
  async (seconds) => {
    const { change, deliverDue, advance, posted, outcomes, discord, skew } = await openAlertTest()
    discord.rest.fail({ match: 'message', status: 401, times: 10_000 })
    const [steamId] = await change()
    await deliverDue()
    skew.seconds = seconds
    await advance(31 * 24 * HOUR)
    await deliverDue()
    expect(outcomes).not.toContain('given_up')
    discord.rest.heal()
    await advance(HOUR)
    await deliverDue()
    expect(posted().map(accountsIn)).toEqual([[steamId]])
  },
)

describe('a message that always fails', () => {
  const MINUTES_FAILING = 11

  /** One alert of the server whose message Discord answers with 503 until it heals. */
  const openPoisoned = async () => {
    const opened = await openAlertTest()
    const [poisoned = ''] = await opened.change()
    opened.discord.rest.fail({ match: 'message', containing: poisoned, status: 503, times: 100_000 })
    /** Delivers every ten seconds. */
    const deliverMinutes = async (minutes: number) => {
      for (let step = 0; step < minutes * 6; step++) {
        await opened.deliverDue()
        await opened.advance(10)
      }
    }
    return { ...opened, poisoned, deliverMinutes }
  }

  test('does not add messages without end when all fail: eight, and the rest goes together', async () => {
    const { change, deliverDue, advance, restart, posted, waiting, discord, database } = await openPoisoned()
    discord.rest.fail({ match: 'message', status: 401, times: 100_000 })
    for (let round = 0; round < 7; round++) {
      await change(2)
      await deliverDue()
      await advance(MINUTES_FAILING * 60)
    }
    const open = await database.read(dueAlerts)
    expect(open).toHaveLength(8)
    expect(await waiting()).toBe(15)
    discord.rest.heal()
    for (let minute = 0; minute < 8; minute++) {
      // The client would wait in real time for the limit of five messages in five seconds.
      restart()
      await deliverDue()
      await advance(60)
    }
    // The last digest has what waited for one of the eight.
    expect(posted()).toHaveLength(9)
    expect(new Set(posted().flatMap(accountsIn)).size).toBe(15)
    expect(posted().flatMap(accountsIn)).toHaveLength(15)
  })
})

describe('the work', () => {
  test('for many servers stays below the rate limit of Discord, and warns of nothing', async () => {
    const { change, deliverDue, discord, addGuild } = await openAlertTest({
      discordOptions: { guilds: 70, clock: Date.now },
    })
    for (const guildId of discord.guildIds) {
      await addGuild(guildId)
      await change(1, { guildId })
    }
    const warnings = await warningsDuring(() => deliverDue())
    expect(warnings).toEqual([])
    const times = discord.rest.requests().map(({ at }) => at)
    expect(times).toHaveLength(70)
    const mostInASecond = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length))
    expect(mostInASecond).toBeLessThanOrEqual(48)
    for (const guildId of discord.guildIds) expect(discord.channel(discord.guild(guildId).channelId)).toHaveLength(1)
  })

  test('goes on in other channels while one does not answer, and ends soon after an abort', async () => {
    const { change, deliverDue, advance, posted, discord, addGuild, outcomes } = await openAlertTest({
      discordOptions: { guilds: 2 },
    })
    const other = discord.guild(discord.guildIds[1])
    await addGuild(other.id)
    discord.rest.fail({ match: 'message', status: 'hang' })
    await change(1)
    await change(1, { guildId: other.id })
    const controller = new AbortController()
    const work = deliverDue(controller.signal)
    await until(() => outcomes.length === 1)
    await change(1, { guildId: other.id })
    await advance(1)
    await until(() => posted(other.channelId).length === 2)
    controller.abort(new Error('stopping'))
    let hasEnded = false
    void work.then(() => (hasEnded = true))
    await advance(2)
    expect(hasEnded).toBe(false)
    await advance(1)
    await until(() => hasEnded)
    expect(outcomes).toEqual(['delivered', 'delivered', 'retry'])
  })
})
