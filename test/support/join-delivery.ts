import type { SteamId } from '../../src/model/steam-id.ts'
import { joinMessages } from '../../src/watch/discord/join-messages.ts'
import { noteWatchedJoins, type StoredJoin } from '../../src/watch/joins.ts'
import { openDeliveryTest, type DeliveryTestOptions } from './delivery-test.ts'
import { watch } from './community.ts'
import { nth } from './watch-tests.ts'

/** A server whose watched accounts are reported when a game server asks about them. */
export async function openJoinTest(options: DeliveryTestOptions = {}) {
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
