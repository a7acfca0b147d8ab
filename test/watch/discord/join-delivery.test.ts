import { expect, test } from 'vitest'
import { named, openDeliveryTest, type DeliveryTestOptions } from '../../support/delivery-test.ts'
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
  expect(posted()[0]).toContain('This means the account itself, or somebody who plays on its shared copy of Rust.')
  expect(posted()[0]).toContain('alt of raider')
  await ask([alice])
  await ask([alice], { tokenName: 'US Main', verdict: 'deny' })
  await deliverDue()
  expect(posted()).toHaveLength(2)
  expect(posted()[1]).toContain('🔔 Watched: raider at US Main')
  expect(posted()[1]).toContain('Refused\n')
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
