import { expect, test } from 'vitest'
import { named } from '../../support/delivery-test.ts'
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
  expect(posted()[0]).toContain('🔔 Reported: raider')
  expect(posted()[0]).toMatch(/EU Main · policy version 1/)
  await refuse(60, 'notify')
  await deliverFor(3)
  expect(posted()).toHaveLength(2)
  expect(posted()[1]).toContain('🔔 Reported 60 accounts')
  await advance(DAY)
  await refuseAccount(steamId, { mode: 'notify' })
  await deliverFor(3)
  expect(posted()).toHaveLength(3)
})
