import type { WatchAction } from '../model/watch.ts'
import type { WatchContext } from './watch-context.ts'
import type { Actor } from '../model/actor.ts'

export interface AlertChannel {
  channelId: string
  /** The role that alerts mention; null for none. */
  roleId: string | null
}

/**
 * Sets the channel for alerts of a server, and releases its parked alerts as one digest; returns their number. The detail of the audit
 * entry is the id of the channel, with a space and the id of the role if there is one.
 */
export async function setAlertChannel(
  { database, clock }: Pick<WatchContext, 'database' | 'clock'>,
  { guildId, locale, userId, channelId, roleId }: Actor & AlertChannel,
): Promise<{ released: number }> {
  return database.transaction(async ({ guilds, outbox, audit }) => {
    const now = clock.unixSeconds()
    await guilds.touch(guildId, locale, now)
    await guilds.setAlertChannel(guildId, { channelId, roleId })
    const detail = roleId === null ? channelId : `${channelId} ${roleId}`
    await audit.add([{ guildId, at: now, userId, action: 'channel_set' satisfies WatchAction, steamId: null, detail }])
    return { released: await outbox.unpark(guildId) }
  })
}
