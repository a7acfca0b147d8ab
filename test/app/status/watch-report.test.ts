import { expect, test } from 'vitest'
import { readWatchReport } from '../../../src/app/status/watch-report.ts'
import { OTHER_GUILD } from '../../support/community.ts'
import { databaseForTest } from '../../support/database.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { NOW } from '../../support/fake-context.ts'
import { storePolicy, tokenOf } from '../../support/policy-records.ts'

const DAY = 86_400
const clock = { ...createFakeClock(), unixSeconds: () => NOW }

test('a game server is silent from a day to 30 days after it has last asked, and never before it has asked', async () => {
  const database = await databaseForTest()
  const read = () => readWatchReport({ database, clock, intervalSeconds: 3_600 })
  const asked = [NOW - 60, NOW - DAY, NOW - DAY - 1, NOW - 30 * DAY, NOW - 30 * DAY - 1]
  await database.transaction(async (repositories) => {
    const { policyTokens } = repositories
    await storePolicy(repositories, OTHER_GUILD)
    for (const [index, at] of asked.entries()) {
      const token = await policyTokens.add(tokenOf(String(index), { guildId: OTHER_GUILD, name: `Server ${index}` }))
      await policyTokens.noteUse(token, at)
    }
    await policyTokens.add(tokenOf('a', { guildId: OTHER_GUILD, name: 'Never asked' }))
  })
  expect(await read()).toMatchObject({ serversSilent: 2, backedUpAt: null })
  await database.transaction(async ({ policyTokens, meta }) => {
    await policyTokens.replace(OTHER_GUILD, 'Server 2', NOW)
    await meta.set('backed_up_at', '300')
  })
  expect(await read()).toMatchObject({ serversSilent: 1, backedUpAt: 300 })
})
