import { noticeMessages, refusalMessages } from '../../src/policy/discord/refusal-messages.ts'
import type { RefusalNotices } from '../../src/model/policy.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import type { JudgedReason } from '../../src/model/verdict.ts'
import { noticeStatus } from '../../src/policy/policy-status.ts'
import type { ReportMode } from '../../src/model/join.ts'
import { noteRefusals } from '../../src/policy/refusals.ts'
import { openDeliveryTest, type DeliveryTestOptions } from './delivery-test.ts'
import { joinOf, refusalOf, storePolicy } from './policy-records.ts'
import { nth } from './watch-tests.ts'

const REASONS: JudgedReason[] = [{ code: 'maxVacBans', value: 1, limit: 0, lastBanDays: 120 }]

/** A server with a policy whose notices are reported. */
export const openNoticeTest = (options: DeliveryTestOptions = {}) => openRefusalTest(options, 'each', noticeMessages)

/** A server with a policy whose refusals are reported, or whose notices with `kind`. */
export async function openRefusalTest(
  options: DeliveryTestOptions = {},
  notify: RefusalNotices = 'each',
  kind = refusalMessages,
) {
  const opened = await openDeliveryTest(kind, options)
  const { clock, database, guild, context } = opened
  let refused = 0

  /** Notes a refusal, as the recorder of joins does. */
  const refuseAccount = (
    steamId: SteamId,
    { mode = 'enforce', tokenName = 'EU Main' }: { mode?: ReportMode; tokenName?: string } = {},
  ) =>
    database.transaction(async (repositories) => {
      const at = clock.unixSeconds()
      const judged = { guildId: guild.id, steamId, at, reasons: REASONS }
      const answer = mode === 'notify' ? ({ verdict: 'allow', mode: 'enforce' } as const) : { mode }
      await repositories.joins.add([joinOf({ ...judged, ...answer, tokenName })])
      await noteRefusals(repositories, [refusalOf({ ...judged, mode })])
    })

  await database.transaction((repositories) => storePolicy(repositories, guild.id, { notify }))
  return {
    ...opened,
    refuseAccount,
    /** Refuses `count` accounts that were not refused before; returns their ids. */
    async refuse(count = 1, mode: ReportMode = 'enforce') {
      const steamIds = Array.from({ length: count }, () => nth(refused++))
      for (const steamId of steamIds) await refuseAccount(steamId, { mode })
      return steamIds
    },
    status: () => noticeStatus(context, guild.id),
  }
}
