import { expect, test } from 'vitest'
import { accountsIn, named, openDeliveryTest, type DeliveryTestOptions } from '../../support/delivery-test.ts'
import { sqliteForTest } from '../../support/database.ts'
import type { SteamId } from '../../../src/model/steam-id.ts'
import { joinMessages } from '../../../src/watch/discord/join-messages.ts'
import { noteWatchedJoins, type StoredJoin } from '../../../src/watch/joins.ts'
import { watch } from '../../support/community.ts'
import { nth } from '../../support/watch-tests.ts'

/** A server whose watched accounts are reported when a game server asks about them. */
async function openJoinTest(options: DeliveryTestOptions = {}) {
  const opened = await openDeliveryTest(joinMessages, options)
  const { clock, database, guild } = opened
  const watched = Array.from({ length: 40 }, (_, index) => nth(index))
  await database.transaction((repositories) =>
    watch(repositories, guild.id, watched, { reason: 'alt of raider', addedAt: clock.unixSeconds() }),
  )
  return {
    ...opened,
    watched,
    /** Lets game servers ask about accounts, as the recorder of joins stores it. */
    ask: (steamIds: readonly SteamId[], parts: Partial<StoredJoin> = {}) =>
      database.transaction((repositories) =>
        noteWatchedJoins(
          repositories,
          steamIds.map((steamId) => ({
            guildId: guild.id,
            steamId,
            tokenName: 'EU Main',
            at: clock.unixSeconds(),
            verdict: 'allow',
            mode: 'enforce',
            reasons: [],
            ...parts,
          })),
        ),
      ),
    useChannel: (choice: { reportsJoins?: boolean } = {}) =>
      database.transaction(({ guilds }) =>
        guilds.setAlertChannel(guild.id, { channelId: guild.channelId, roleId: null, ...choice }),
      ),
  }
}

const HOUR = 3_600

test('a watched account that a game server asks about is reported at once, once in twelve hours for each game server', async () => {
  const { ask, watched, deliverDue, advance, posted, outcomes } = await openJoinTest(named('raider'))
  const [alice = ''] = watched
  await ask([alice])
  await deliverDue()
  expect(posted()).toHaveLength(1)
  expect(posted()[0]).toContain('🔔 Watched: raider at EU Main')
  expect(posted()[0]).toContain('Let in: this account, or somebody with a copy of it.')
  expect(posted()[0]).toContain('alt of raider')
  await ask([alice])
  await ask([alice], { tokenName: 'US Main', verdict: 'deny' })
  await deliverDue()
  expect(posted()).toHaveLength(2)
  expect(posted()[1]).toContain('🔔 Watched: raider at US Main')
  expect(posted()[1]).toContain('Refused: this account')
  await advance(12 * HOUR - 1)
  await ask([alice])
  await deliverDue()
  expect(posted()).toHaveLength(2)
  await advance(1)
  await ask([alice])
  await deliverDue()
  expect(posted()).toHaveLength(3)
  expect(outcomes).toEqual(['delivered', 'delivered', 'delivered'])
})

test('the message is in the language of the server', async () => {
  const { ask, watched, deliverDue, posted, database, guild } = await openJoinTest(named('raider'))
  await database.transaction(({ guilds }) => guilds.touch(guild.id, 'de', 1))
  await ask(watched.slice(0, 1), { verdict: 'deny', mode: 'observe' })
  await deliverDue()
  expect(posted()[0]).toContain('🔔 Beobachtet: raider auf EU Main')
  expect(posted()[0]).toContain('Eingelassen: dieses Konto oder jemand mit einer Kopie davon. Die Regeln würden')
})

test('more than five are reported as one list, and later ones at the end of the minute', async () => {
  const { ask, watched, deliverFor, posted, discord } = await openJoinTest()
  await ask(watched.slice(0, 25))
  await deliverFor(3)
  expect(posted()).toEqual([expect.stringContaining('Watch list: game servers asked about 25 accounts')])
  expect(accountsIn(posted()[0] ?? '')).toHaveLength(20)
  expect(discord.channel()[0]?.files()[0]?.text.trim().split('\n')).toHaveLength(26)
  await ask(watched.slice(25, 27))
  await deliverFor(55)
  expect(posted()).toHaveLength(1)
  await deliverFor(10)
  expect(posted()).toHaveLength(3)
})

test('a process that ends after sending, before it stores that, sends nothing twice', async () => {
  const { ask, watched, deliverDue, deliverFor, restart, crashAfterSending, posted, advance, clock } =
    await openJoinTest()
  await ask(watched.slice(0, 1))
  crashAfterSending()
  await expect(deliverDue()).rejects.toThrow('crashed')
  expect(posted()).toHaveLength(1)
  restart()
  await deliverFor(3)
  expect(posted()).toHaveLength(1)
  // The game server has its answer, so a second process may store a join of that time late.
  await ask(watched.slice(0, 1), { at: clock.unixSeconds() - 60 })
  await advance(300_000)
  await deliverFor(3)
  expect(posted()).toHaveLength(1)
})

test('after joins:off what waits is dropped', async () => {
  const { ask, watched, useChannel, deliverFor, posted } = await openJoinTest()
  await ask(watched.slice(0, 1))
  await useChannel({ reportsJoins: false })
  await ask(watched.slice(1, 2))
  await deliverFor(3)
  expect(posted()).toEqual([])
  await useChannel({ reportsJoins: true })
  await ask(watched.slice(2, 3))
  await deliverFor(3)
  expect(posted()).toHaveLength(1)
})

test('a message that Discord does not accept for twelve hours is given up, and the next join is reported', async () => {
  const { ask, watched, deliverDue, deliverFor, advance, posted, discord, outcomes } = await openJoinTest()
  discord.rest.fail({ match: 'message', status: 503, times: 10_000 })
  await ask(watched.slice(0, 1))
  for (let hour = 0; hour < 12; hour++) {
    await deliverDue()
    await advance(HOUR)
  }
  await advance(1)
  await deliverDue()
  expect(outcomes.filter((outcome) => outcome === 'given_up')).toHaveLength(1)
  discord.rest.heal()
  await ask(watched.slice(0, 1))
  await deliverFor(3)
  expect(posted()).toHaveLength(1)
})

test('without a channel a message waits, for twelve hours at most', async () => {
  const { ask, watched, deliverFor, advance, posted, path, useChannel } = await openJoinTest()
  await (await sqliteForTest(path))('guilds').update({ alert_channel_id: null })
  await ask(watched.slice(0, 1))
  await advance(HOUR)
  await ask(watched.slice(1, 2))
  await advance(11 * HOUR + 1)
  await deliverFor(3)
  expect(posted()).toEqual([])
  await useChannel()
  await deliverFor(3)
  expect(posted()).toEqual([expect.stringContaining(watched[1] ?? '')])
})
