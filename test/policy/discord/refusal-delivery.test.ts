import { describe, expect, test } from 'vitest'
import { endRestore } from '../../../src/outbox/restored.ts'
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
})

test('after a restore, a refusal of that day says that it may have been reported', async () => {
  const { refuse, deliverDue, advance, posted, database, clock } = await openRefusalTest()
  await database.transaction(async (repositories) => {
    await repositories.meta.set('restored', String(clock.unixSeconds() - 5))
    await endRestore(repositories)
  })
  for (const pause of [DAY, 0]) {
    await refuse()
    await deliverDue()
    await advance(pause)
  }
  expect(posted().map((text) => text.includes(REPEATED))).toEqual([true, false])
})

describe('many refusals', () => {
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
})
