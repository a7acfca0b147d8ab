import { expect, test } from 'vitest'
import { named } from '../../support/delivery-test.ts'
import { noteEndedBans, noteRefusals } from '../../../src/policy/refusals.ts'
import { setReports } from '../../../src/policy/save-terms.ts'
import { refusalOf } from '../../support/policy-records.ts'
import { nth } from '../../support/watch-tests.ts'
import { openNoticeTest, openRefusalTest } from '../../support/refusal-delivery.ts'

const DAY = 86_400

test('a refusal is reported once an account and day, with the reason, the game server and the version', async () => {
  const { refuse, refuseAccount, deliverFor, advance, posted } = await openRefusalTest(named('raider'))
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
})

test('a notice is reported once an account and day, many of them in a digest', async () => {
  const { refuse, refuseAccount, deliverFor, advance, posted } = await openNoticeTest(named('raider'))
  const [steamId = ''] = await refuse(1, 'notify')
  await deliverFor(3)
  await refuseAccount(steamId, { mode: 'notify', tokenName: 'US' })
  await deliverFor(3)
  expect(posted()).toHaveLength(1)
  expect(posted()[0]).toContain('🔔 For your information: raider')
  expect(posted()[0]).toMatch(/EU Main · policy version 1/)
  await refuse(60, 'notify')
  await deliverFor(3)
  expect(posted()).toHaveLength(2)
  expect(posted()[1]).toContain('🔔 For your information: 60 accounts')
  await advance(DAY)
  await refuseAccount(steamId, { mode: 'notify' })
  await deliverFor(3)
  expect(posted()).toHaveLength(3)
})

test('own bans are one line a day: how often they refused somebody, and how many have ended', async () => {
  const { clock, context, database, guild, advance, deliverDue, posted } = await openRefusalTest(named('raider'))
  await setReports(context, { guildId: guild.id, locale: 'en-US', userId: '200000000000000001', reportsBans: false })
  const now = clock.unixSeconds()
  const terms = { reason: 'aimbot', note: '', addedBy: '200000000000000001', addedAt: now, importNumber: null }
  const banOf = (index: number, until: number | null) => ({
    guildId: guild.id,
    steamId: nth(index),
    name: '',
    ...terms,
    until,
  })
  await database.transaction(({ bans }) =>
    bans.add([banOf(1, null), banOf(2, now + 60), banOf(3, now + 120), banOf(4, now + 2 * DAY)], { now }),
  )
  const reasons = [{ code: 'banned_here' as const, value: 'aimbot', limit: null }]
  await database.transaction((repositories) =>
    noteRefusals(
      repositories,
      [1, 1, 2].map((index) => refusalOf({ guildId: guild.id, steamId: nth(index), at: now, reasons })),
    ),
  )
  await deliverDue()
  expect(posted()).toEqual([])
  await advance(DAY)
  await noteEndedBans(context, clock.unixSeconds())
  await deliverDue()
  expect(posted()).toEqual(['🔨 Your ban list on 4 May 2026: 3 refusals, 2 bans have ended.'])
  // A day on which nobody was refused.
  await advance(2 * DAY)
  await noteEndedBans(context, clock.unixSeconds())
  await noteEndedBans(context, clock.unixSeconds())
  await deliverDue()
  expect(posted().slice(1)).toEqual(['🔨 Your ban list on 6 May 2026: 0 refusals, 1 ban has ended.'])
})

test('the line of own bans comes once, even if the ended bans of its day are noted only after it', async () => {
  const { clock, context, database, guild, advance, deliverDue, posted } = await openRefusalTest(named('raider'))
  await setReports(context, { guildId: guild.id, locale: 'en-US', userId: '200000000000000001', reportsBans: false })
  const now = clock.unixSeconds()
  const terms = {
    name: '',
    reason: 'aimbot',
    note: '',
    addedBy: '200000000000000001',
    addedAt: now,
    importNumber: null,
  }
  const ban = { guildId: guild.id, steamId: nth(1), ...terms, until: now + 60 }
  const reasons = [{ code: 'banned_here' as const, value: 'aimbot', limit: null }]
  await database.transaction(async (repositories) => {
    await repositories.bans.add([ban], { now })
    await noteRefusals(repositories, [refusalOf({ guildId: guild.id, steamId: nth(1), at: now, reasons })])
  })
  await advance(DAY)
  await deliverDue()
  await noteEndedBans(context, clock.unixSeconds())
  await deliverDue()
  expect(posted()).toEqual(['🔨 Your ban list on 4 May 2026: 1 refusal, 1 ban has ended.'])
})
