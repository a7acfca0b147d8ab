import { keysOf } from './objects.ts'
import type { ToolScope } from './tool-token.ts'

const DAY = 86_400

/** How long messages of the outbox are kept after they were sent or have expired, seconds; refusals are stored as such messages. */
export const KEPT_MESSAGE_SECONDS = 7 * DAY

/** The types of events that tools follow: the scope that reads the object, and how long an event is kept, seconds. */
export const EVENTS = {
  'account.ban_changed': { scope: 'history', keptSeconds: 30 * DAY },
  'account.joined': { scope: 'joins', keptSeconds: 2 * DAY },
  'player.refused': { scope: 'joins', keptSeconds: KEPT_MESSAGE_SECONDS },
  'ban.added': { scope: 'bans:read', keptSeconds: 30 * DAY },
  'ban.changed': { scope: 'bans:read', keptSeconds: 30 * DAY },
  'ban.removed': { scope: 'bans:read', keptSeconds: 30 * DAY },
  'watch.added': { scope: 'watches:read', keptSeconds: 30 * DAY },
  'watch.changed': { scope: 'watches:read', keptSeconds: 30 * DAY },
  'watch.removed': { scope: 'watches:read', keptSeconds: 30 * DAY },
} as const satisfies Record<string, { scope: ToolScope; keptSeconds: number }>

export type EventType = keyof typeof EVENTS
export const EVENT_TYPES = keysOf(EVENTS)
