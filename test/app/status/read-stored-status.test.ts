import { expect, test } from 'vitest'
import { readStoredStatus } from '../../../src/app/status/read-stored-status.ts'
import { ALICE, BOB, GUILD, OTHER_GUILD, watch } from '../../support/community.ts'
import { databaseForTest } from '../../support/database.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { NOW } from '../../support/fake-context.ts'
import { storePolicy, tokenOf } from '../../support/policy-records.ts'
import { storeAlert } from '../../support/watch-records.ts'

const DAY = 86_400
const clock = { ...createFakeClock(), unixSeconds: () => NOW }
const intervals = { intervalSeconds: 3_600, callsPerDay: 100_000 }

test('a new database has nothing, and knows of no backup', async () => {
  const stored = await readStoredStatus({ database: await databaseForTest(), clock, ...intervals })
  expect(stored).toEqual({
    sweeps: {
      latest: null,
      lastFinishedAt: null,
      nextAt: null,
      watched: 0,
      overdue: 0,
      unanswered: 0,
      oldestCheckedAt: null,
    },
    alerts: {
      waiting: 0,
      oldestAt: null,
      refusals: 0,
      joins: 0,
    },
    guilds: 0,
    channelProblems: [],
    gameServers: [],
    serversSilent: 0,
    listing: null,
    backedUpAt: null,
    guildNames: {},
  })
})

test('sweeps, alerts, channels, tokens, the listing and the backup are those of all servers', async () => {
  const database = await databaseForTest()
  await database.transaction(async (repositories) => {
    const { guilds, policyTokens, sweeps, meta } = repositories
    await watch(repositories, GUILD, [ALICE, BOB])
    await guilds.setAlertChannel(GUILD, { channelId: '5', roleId: null })
    await guilds.set(GUILD, { alertBlock: 'forbidden' })
    await storePolicy(repositories, OTHER_GUILD)
    const first = await policyTokens.add(tokenOf('a', { guildId: OTHER_GUILD }))
    await policyTokens.noteUse(first, NOW - 60)
    await policyTokens.add(tokenOf('b', { guildId: OTHER_GUILD, name: 'Modded' }))
    await policyTokens.replace(OTHER_GUILD, 'Modded', NOW)
    await guilds.touch('900000000000000003', 'de', 100)
    await guilds.recordListing([GUILD, OTHER_GUILD, '900000000000000003'], 100, true)
    await guilds.recordListing([GUILD, OTHER_GUILD], 200, true)
    await sweeps.start(NOW - 600, 3_600)
    await meta.set('guild_count', '2')
    await meta.set('guild_names', JSON.stringify({ [OTHER_GUILD]: 'Rust EU' }))
    await meta.set('guilds_listed_at', '200')
    await meta.set('backed_up_at', '300')
  })
  await storeAlert(database, { guildId: GUILD, userId: '1', steamId: ALICE })
  expect(await readStoredStatus({ database, clock, ...intervals })).toEqual({
    sweeps: {
      latest: { startedAt: NOW - 600, finishedAt: null, intervalSeconds: 3_600, accounts: 2, done: 0, calls: 0 },
      lastFinishedAt: null,
      nextAt: NOW + 3_000,
      watched: 2,
      overdue: 1,
      unanswered: 0,
      oldestCheckedAt: NOW + 1,
    },
    alerts: {
      // The alert of a server whose channel is refused does not count; the problem of the channel says that.
      waiting: 0,
      oldestAt: null,
      refusals: 0,
      joins: 0,
    },
    guilds: 2,
    channelProblems: [
      { guildId: GUILD, guildName: null, problem: 'forbidden' },
      { guildId: OTHER_GUILD, guildName: 'Rust EU', problem: 'not_set' },
    ],
    gameServers: [{ name: 'EU Main', guildId: OTHER_GUILD, guildName: 'Rust EU', lastAskedAt: NOW - 60 }],
    serversSilent: 0,
    listing: { guilds: 2, at: 200 },
    backedUpAt: 300,
    guildNames: { [OTHER_GUILD]: 'Rust EU' },
  })
})

test('a game server is silent from a day to 30 days after it has last asked, and never before it has asked', async () => {
  const database = await databaseForTest()
  const read = () => readStoredStatus({ database, clock, ...intervals })
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

test('a channel for the log that Discord refuses is a problem of its server, until another one is chosen', async () => {
  const database = await databaseForTest()
  const problems = async () => (await readStoredStatus({ database, clock, ...intervals })).channelProblems
  await database.transaction(async ({ guilds }) => {
    await guilds.touch(GUILD, 'de', 100)
    await guilds.setAlertChannel(GUILD, { channelId: '5', roleId: null })
    await guilds.set(GUILD, { logChannelId: '6', logBlock: null })
    await guilds.set(GUILD, { logBlock: 'channel_gone' })
  })
  expect(await problems()).toEqual([{ guildId: GUILD, guildName: null, problem: 'log_refused' }])
  await database.transaction(({ guilds }) => guilds.set(GUILD, { logChannelId: '7', logBlock: null }))
  expect(await problems()).toEqual([])
})
