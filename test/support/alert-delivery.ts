import { alertMessages } from '../../src/watch/discord/alert-messages.ts'
import { addAlert, ALERTS } from '../../src/watch/alerts.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Database } from '../../src/app/database.ts'
import type { BanChange } from '../../src/model/ban-record.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { openDeliveryTest, type DeliveryTestOptions } from './delivery-test.ts'
import { CLEAN_RECORD } from './fake-context.ts'
import { nth } from './watch-tests.ts'

const MODERATOR_ID = '200000000000000001'

const vacBan = (at: number): BanChange => ({
  kind: 'vac',
  from: 0,
  to: 1,
  isLifted: false,
  when: { after: at - 3_600, before: at },
})

/** A server whose alerts are delivered. */
export async function openAlertTest(options: DeliveryTestOptions = {}) {
  const opened = await openDeliveryTest(alertMessages, options)
  const { clock, database, guild } = opened
  let stored = 0
  return {
    ...opened,
    /** Stores changes of `count` accounts with an alert each; returns the ids of the accounts. */
    async change(count = 1, { guildId = guild.id, changes = [vacBan(clock.unixSeconds())] } = {}) {
      const steamIds = Array.from({ length: count }, () => nth(stored++))
      for (const steamId of steamIds) await storeChange(database, clock, { guildId, steamId, changes })
      return steamIds
    },
    waiting: (guildId = guild.id) =>
      database.read(({ outbox }) => outbox.countDue(ALERTS.name, clock.unixSeconds(), guildId)),
  }
}

async function storeChange(
  database: Database,
  clock: Clock,
  { guildId, steamId, changes }: { guildId: string; steamId: SteamId; changes: BanChange[] },
): Promise<void> {
  const at = clock.unixSeconds()
  await database.transaction(async (repositories) => {
    const { accounts } = repositories
    await accounts.ensure([steamId])
    const observationId = await accounts.addObservation({
      steamId,
      firstSeenAt: at,
      record: CLEAN_RECORD,
      lastBan: null,
      changes,
    })
    await addAlert(repositories, {
      guildId,
      steamId,
      observationId,
      createdAt: at,
      changes,
      addedBy: MODERATOR_ID,
      addedAt: at - 86_400,
      reason: 'aimbot',
    })
  })
}
