import type { WatchAction } from '../model/watch.ts'
import type { WatchContext } from './watch-context.ts'
import type { Actor } from '../model/actor.ts'
import { ALERTS } from './alerts.ts'
import type { AlertChoice } from '../outbox/database/guilds.ts'

/**
 * Sets the channel for alerts of a server, and whether joins of watched accounts are reported there; waiting messages are tried at once. Returns
 * the number of waiting alerts, and whether joins are reported. The detail of the audit entry is the id of the channel, the id of the role if
 * there is one, and `joins:on` or `joins:off` if that was chosen.
 */
export async function setAlertChannel(
  { database, clock }: Pick<WatchContext, 'database' | 'clock'>,
  { guildId, locale, userId, ...choice }: Actor & AlertChoice,
): Promise<{ waiting: number; reportsJoins: boolean }> {
  return database.transaction(async ({ guilds, outbox, audit }) => {
    const now = clock.unixSeconds()
    await guilds.touch(guildId, locale, now)
    await guilds.setAlertChannel(guildId, choice)
    const action: WatchAction = 'channel_set'
    await audit.add([{ guildId, at: now, userId, action, steamId: null, detail: toDetail(choice) }])
    const reportsJoins = (await guilds.get(guildId))?.reportsJoins ?? true
    await outbox.retryAll(guildId, now)
    return { waiting: await outbox.countDue(ALERTS.name, now, guildId), reportsJoins }
  })
}

const toDetail = ({ channelId, roleId, reportsJoins }: AlertChoice) =>
  [
    channelId,
    ...(roleId === null ? [] : [roleId]),
    ...(reportsJoins === undefined ? [] : [`joins:${reportsJoins ? 'on' : 'off'}`]),
  ].join(' ')
