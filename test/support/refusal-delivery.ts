import { createRefusalMessages } from '../../src/policy/discord/refusals/refusal-messages.ts'
import type { PolicyMode, RefusalNotices } from '../../src/model/policy.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import type { JudgedReason } from '../../src/model/verdict.ts'
import { noticeStatus } from '../../src/policy/notice-status.ts'
import { dayOf } from '../../src/policy/utc-day.ts'
import type { Steam } from '../../src/steam/steam.ts'
import { texts } from './texts.ts'
import { openDeliveryTest } from './delivery-test.ts'
import { joinOf, refusalOf, storePolicy } from './policy-records.ts'
import { nth } from './watch-tests.ts'

const REASONS: JudgedReason[] = [{ code: 'maxVacBans', value: 1, limit: 0, lastBanDays: 120 }]

/** A server with a policy whose refusals are reported. */
export async function openRefusalTest(steam: Partial<Steam> = {}, notify: RefusalNotices = 'each') {
  const givenUp = { count: 0 }
  const opened = await openDeliveryTest(
    (options) => createRefusalMessages({ ...options, texts, onGivenUp: (count) => void (givenUp.count += count) }),
    { steam },
  )
  const { clock, database, guild, context } = opened
  let refused = 0

  /** Notes a refusal, as the recorder of joins does. */
  const refuseAccount = (
    steamId: SteamId,
    { mode = 'enforce', tokenName = 'EU Main' }: { mode?: PolicyMode; tokenName?: string } = {},
  ) =>
    database.transaction(async ({ joins, refusals }) => {
      const at = clock.unixSeconds()
      const judged = { guildId: guild.id, steamId, at, mode, reasons: REASONS }
      await joins.add([joinOf({ ...judged, tokenName })])
      await refusals.note(refusalOf({ ...judged, day: dayOf(at) }))
    })

  await database.transaction((repositories) => storePolicy(repositories, guild.id, { notify }))
  return {
    ...opened,
    givenUp,
    refuseAccount,
    /** Refuses so many accounts that were not refused before; returns their ids. */
    async refuse(count = 1, mode: PolicyMode = 'enforce') {
      const steamIds = Array.from({ length: count }, () => nth(refused++))
      for (const steamId of steamIds) await refuseAccount(steamId, { mode })
      return steamIds
    },
    status: () => noticeStatus(context, guild.id),
    useChannel: (channelId: string, roleId: string | null = null) =>
      database.transaction(({ guilds }) => guilds.setAlertChannel(guild.id, { channelId, roleId })),
  }
}
