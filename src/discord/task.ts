import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from '../service/context.ts'
import type { DiscordFile } from './files.ts'
import type { Reply } from './reply.ts'
import type { Scans } from './scans.ts'
import type { Texts } from './texts/texts.ts'
import type { View, ViewFile } from './view.ts'

/** What a task counts against the limits of its user and server; the numbers are settings. */
export type CommandCost = 'free' | 'lookup' | 'friends' | 'inventory'

/** Everything a task works with while it runs. */
export interface Invocation {
  context: Context
  callContext: CallContext
  texts: Texts
  requestId: string
  userId: string
  /** Milliseconds since 1970. */
  now: number
  /** The one message that this user sees. */
  reply: Reply
  scans: Scans
  /** Counts what is known to cost something only while it runs, in lookups or by name; throws a Refusal when there is not so much left. */
  charge(cost: number | CommandCost): Promise<void>
  /** Downloads a file from Discord; throws a Refusal when it is too large or cannot be had. */
  downloadFile(file: DiscordFile, maxKibibytes?: number): Promise<ViewFile>
  /** Shows a message of its own to everybody in the channel. */
  post(view: View): Promise<void>
}

/** What somebody wants, read from what they typed or clicked, and not begun yet. */
export interface Task {
  cost: CommandCost
  /** What it is about, as it was given. */
  subject?: string
  /** The custom id of a button that does the same again. */
  retryId?: string
  /** The account whose view it came from, or could have. */
  backTo?: SteamId
  /** Answers fetched longer ago, in seconds, are asked for anew. */
  freshWithinSeconds?: number
  /** How long it may take, milliseconds; a look-up's time where it is not given. */
  deadlineMs?: number
  /** Whether a failure is told in a message of its own, because the one that was clicked stays as it is. */
  errorAsFollowUp?: boolean
  run(invocation: Invocation): Promise<void>
}
