import { describe, expect, test } from 'vitest'
import { PERMISSION } from '../../../sim-discord/src/index.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { summaryOf } from '../../support/fake-context.ts'
import { openRefusalTest } from '../../support/refusal-delivery.ts'
import { nth } from '../../support/watch-tests.ts'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
const REPEATED = 'Possibly repeated'
const times = { fetchedAt: 1, expiresAt: 2 }

/** The ids of the accounts that a message names, without repetitions. */
const accountsIn = (text: string) => [...new Set(text.match(/\b7656\d{13}\b/g))]

describe('a refusal', () => {
  test('is reported once an account and day, with the reason, the game server and the version', async () => {
    const { refuse, refuseAccount, deliverFor, advance, posted } = await openRefusalTest({
      steam: {
        getSummary: async (steamId) => ({ value: { ...summaryOf(steamId), personaname: 'raider' }, ...times }),
      },
    })
    const [steamId = ''] = await refuse()
    await deliverFor(3)
    await refuseAccount(steamId)
    await deliverFor(3)
    expect(posted()).toHaveLength(1)
    expect(posted()[0]).toContain('🛡️ Refused: raider')
    expect(posted()[0]).toContain('1 VAC ban, last ban 120 days ago (limit: 0)')
    expect(posted()[0]).toContain(steamId)
    expect(posted()[0]).toMatch(/EU Main · policy version 1/)
    await advance(DAY)
    await refuseAccount(steamId)
    await deliverFor(3)
    expect(posted()).toHaveLength(2)
    expect(posted()[1]).not.toContain(REPEATED)
  })

  test('names all game servers that refused the account, and how often they asked', async () => {
    const { refuseAccount, deliverDue, posted } = await openRefusalTest()
    await refuseAccount(nth(0), { tokenName: 'US' })
    await refuseAccount(nth(0), { tokenName: 'EU' })
    await deliverDue()
    expect(posted()[0]).toMatch(/EU, US · refused 2 times that day · policy version 1/)
  })

  test('mentions the role that was set, and otherwise no one', async () => {
    const { refuse, deliverDue, guild, useChannel, discord } = await openRefusalTest({
      steam: {
        getSummary: async (steamId) => ({
          value: { ...summaryOf(steamId), personaname: '@everyone <@200000000000000001>' },
          ...times,
        }),
      },
    })
    await refuse()
    await deliverDue()
    const roleId = guild.createRole({ name: 'Moderators' })
    await useChannel(guild.channelId, roleId)
    await refuse()
    await deliverDue()
    expect(discord.channel().map(({ notifies }) => notifies)).toEqual([[], [`&${roleId}`]])
  })

  test('is German on a German server', async () => {
    const { refuse, deliverDue, posted, database, guild, clock } = await openRefusalTest()
    await database.transaction(({ guilds }) => guilds.touch(guild.id, 'de', clock.unixSeconds()))
    await refuse()
    await deliverDue()
    expect(posted()[0]).toContain('Abgelehnt: ')
    expect(posted()[0]).toContain('1 VAC-Ban, letzter Ban vor 120 Tagen')
  })

  test('shows the id alone when Steam is down', async () => {
    const down = () => Promise.reject(new RapsheetError('platform_unavailable', 'down'))
    const { refuse, deliverDue, posted } = await openRefusalTest({ steam: { getSummary: down } })
    const [steamId] = await refuse()
    await deliverDue()
    expect(posted()[0]).toContain(`🛡️ Refused: \`${steamId}\``)
  })

  test('of an account that was forgotten meanwhile is not reported', async () => {
    const { refuse, deliverDue, deliverFor, posted, discord, database, guild } = await openRefusalTest()
    const [steamId = ''] = await refuse()
    discord.rest.fail({ match: 'message', status: 503 })
    await deliverDue()
    await database.transaction(({ outbox }) => outbox.forget(guild.id, steamId))
    await deliverFor(3)
    expect(posted()).toEqual([])
  })
})

describe('many refusals', () => {
  test('are one digest, with the first twenty named and all in a file', async () => {
    const { refuse, deliverDue, posted, discord } = await openRefusalTest()
    const steamIds = await refuse(25)
    await deliverDue()
    expect(posted()).toHaveLength(1)
    expect(posted()[0]).toContain('🛡️ Refused 25 accounts')
    expect(posted()[0]).toContain('… and 5 more')
    expect(accountsIn(posted()[0] ?? '')).toEqual(steamIds.slice(0, 20))
    const [file] = discord.channel()[0]?.files() ?? []
    expect(file?.name).toBe('refusals.csv')
    expect(accountsIn(file?.text ?? '')).toEqual(steamIds)
  })

  test('for an hour cost a digest every ten minutes', async () => {
    const { refuse, deliverFor, advance, posted } = await openRefusalTest()
    for (let minute = 0; minute < 60; minute++) {
      await refuse(10)
      await deliverFor(1)
      await advance(MINUTE - 1)
    }
    expect(posted().map((text) => /Refused (\d+)/.exec(text)?.[1])).toEqual(['10', '110', '110', '110', '110', '110'])
  })
})

test('what a policy in observe would have refused comes once, after the day has ended', async () => {
  const { refuse, deliverFor, advance, posted, discord, clock } = await openRefusalTest()
  const steamIds = await refuse(2, 'observe')
  await deliverFor(3)
  await advance(8 * HOUR + 45 * MINUTE)
  expect(new Date(clock.unixMs()).toISOString()).toContain('2026-05-05T00:01')
  await deliverFor(1)
  expect(posted()).toEqual([])
  await advance(5 * MINUTE)
  await deliverFor(3)
  expect(posted().map(accountsIn)).toEqual([steamIds])
  expect(posted()[0]).toContain('🛡️ Would have refused 2 accounts\n')
  expect(posted()[0]).toContain('They were let in: the mode was observe.')
  expect(discord.channel()[0]?.files()).toHaveLength(1)
})

describe('when Discord fails', () => {
  test('what it has accepted is not repeated when the answer is lost', async () => {
    const { refuse, deliverFor, posted, outcomes, discord } = await openRefusalTest()
    discord.rest.fail({ match: 'message', status: 'reset', isAccepted: true })
    await refuse()
    await deliverFor(3)
    expect(posted()).toHaveLength(1)
    expect(outcomes).toEqual(['retry', 'delivered'])
  })

  test.each([1, 7])('after a crash a message about %i is found in the channel', async (count) => {
    const { refuse, deliverDue, advance, posted, outcomes, crashAfterSending, restart } = await openRefusalTest()
    await refuse(count)
    crashAfterSending()
    await expect(deliverDue()).rejects.toThrow('crashed')
    await advance(10 * MINUTE)
    restart()
    await deliverDue()
    expect(posted()).toHaveLength(1)
    expect(outcomes).toEqual(['found'])
  })

  test('where the channel cannot be read, it is sent again and marked as possibly repeated', async () => {
    const { refuse, deliverDue, advance, posted, crashAfterSending, restart, guild } = await openRefusalTest()
    guild.deny(guild.channelId, PERMISSION.readMessageHistory)
    await refuse()
    crashAfterSending()
    await expect(deliverDue()).rejects.toThrow('crashed')
    await advance(10 * MINUTE)
    restart()
    await deliverDue()
    expect(posted().map((text) => text.includes(REPEATED))).toEqual([false, true])
  })

  test('for two days, the message is given up', async () => {
    const { refuse, deliverDue, deliverFor, advance, posted, discord, outcomes, status, skew } = await openRefusalTest()
    discord.rest.fail({ match: 'message', status: 503, times: 10_000 })
    await refuse()
    for (let hour = 0; hour < 48; hour++) {
      await deliverDue()
      await advance(HOUR)
    }
    await advance(1)
    // Not because of a clock that may be wrong.
    for (const seconds of [2 * DAY, undefined]) {
      skew.seconds = seconds
      await deliverDue()
    }
    expect(outcomes).not.toContain('given_up')
    skew.seconds = 0
    await deliverDue()
    expect(outcomes.filter((outcome) => outcome === 'given_up')).toHaveLength(1)
    expect(await status()).toMatchObject({ waiting: 0 })
    discord.rest.heal()
    await deliverFor(3)
    expect(posted()).toEqual([])
  })

  test('a message that it rejects for good is given up, and holds up no other', async () => {
    const { refuse, deliverFor, posted, outcomes, log, discord } = await openRefusalTest()
    const [, second] = await refuse(2)
    discord.rest.fail({ match: 'message', status: 400, body: { message: 'Invalid Form Body', code: 50035 } })
    await deliverFor(3)
    expect(posted().map(accountsIn)).toEqual([[second]])
    expect(outcomes).toEqual(['rejected', 'delivered'])
    expect(log).toContainEqual(expect.objectContaining({ level: 50, msg: expect.stringContaining('rejected') }))
  })

  test('a message that always fails holds up later ones for ten minutes only', async () => {
    const { refuse, deliverFor, advance, posted, discord } = await openRefusalTest()
    const [first = ''] = await refuse()
    discord.rest.fail({ match: 'message', containing: first, status: 503, times: 1_000 })
    await deliverFor(3)
    const [second] = await refuse()
    await deliverFor(3)
    expect(posted()).toEqual([])
    await advance(10 * MINUTE)
    await deliverFor(3)
    expect(posted().map(accountsIn)).toEqual([[second]])
  })
})

describe('a channel that cannot be used', () => {
  test('holds the messages back until another one is set', async () => {
    const { refuse, deliverFor, posted, status, discord, guild, useChannel } = await openRefusalTest()
    guild.deny(guild.channelId, PERMISSION.sendMessages)
    const steamIds = await refuse(2)
    await deliverFor(3)
    expect(await status()).toEqual({ channelId: guild.channelId, block: 'forbidden', waiting: 0, parked: 2 })
    // Nothing more is tried there.
    expect(discord.rest.requests()).toHaveLength(1)
    const channelId = guild.createChannel()
    await useChannel(channelId)
    await deliverFor(3)
    expect(posted(channelId).map(accountsIn)).toEqual(steamIds.map((steamId) => [steamId]))
    expect(await status()).toEqual({ channelId, block: null, waiting: 0, parked: 0 })
  })

  test('and was replaced while a message waits: it goes to the new one, which stays usable', async () => {
    const { refuse, deliverDue, deliverFor, posted, status, discord, guild, useChannel } = await openRefusalTest()
    const first = guild.createChannel()
    await useChannel(first)
    const [steamId] = await refuse()
    discord.rest.fail({ match: 'message', status: 502, isAccepted: true })
    await deliverDue()
    guild.deleteChannel(first)
    await useChannel(guild.channelId)
    await deliverFor(4)
    expect(posted().map(accountsIn)).toEqual([[steamId]])
    expect(await status()).toMatchObject({ block: null, waiting: 0 })
  })
})

test('a message that cannot be shown because of an error of ours has the ids alone', async () => {
  const bug = () => Promise.reject(new TypeError('a bug'))
  const { refuse, deliverDue, posted, outcomes, log } = await openRefusalTest({ steam: { getSummary: bug } })
  const steamIds = await refuse(7)
  await deliverDue()
  expect(posted().map(accountsIn)).toEqual([steamIds])
  expect(posted()[0]).toContain('cannot be shown in full because of an error in Rapsheet')
  expect(outcomes).toEqual(['delivered'])
  expect(log).toContainEqual(expect.objectContaining({ level: 50, msg: expect.stringContaining('cannot be shown') }))
})
