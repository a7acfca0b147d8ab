import { z } from 'zod'
import type { WatchRepositories } from './database/repositories.ts'
import type { NewEvent } from '../events/database/events.ts'
import type { Entry, NewEntry } from '../outbox/database/outbox.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import { type JoinEntry, toJoinEntry } from '../model/join.ts'
import { POLICY_MODES } from '../model/policy.ts'
import { VERDICTS } from '../model/verdict.ts'
import type { Watch } from '../model/watch.ts'
import type { Kind } from '../outbox/kind.ts'
import { type NewestBans, readNewestBans } from './history.ts'

/**
 * A server is told about the joins of an account at a game server once in this time. A message that could not be sent in this time is given
 * up, because the next join is then reported.
 */
const PERIOD_SECONDS = 12 * 3_600

const payloadSchema = z.object({
  /** The name of the game server's token. */
  tokenName: z.string(),
  verdict: z.enum(VERDICTS),
  /** The mode of the policy; in `observe` the account was let in even if the verdict is `deny`. */
  mode: z.enum(POLICY_MODES),
  /** Why the account was refused, or would have been, in the language of the server. */
  why: z.array(z.string()).default([]),
  /** The watch list entry at the time of the join. */
  addedBy: z.string(),
  addedAt: unixSecondsSchema,
  reason: z.string(),
})
type JoinPayload = z.infer<typeof payloadSchema>

/**
 * A question of a game server about a watched account, with everything that a message shows of it. Game servers ask in the same way about
 * the owner of a family-shared copy, so it is not known who joined.
 */
export interface WatchedJoin extends JoinPayload, NewestBans, Pick<Entry, 'steamId' | 'createdAt'> {}

/** The outcome of a join; `wouldRefuse` is a refusal by the rules in the mode `observe`, in which the account is let in. */
export const OUTCOMES = ['allow', 'wouldRefuse', 'deny', 'unknown'] as const
export type JoinOutcome = (typeof OUTCOMES)[number]

export function outcomeOf({ verdict, mode }: Pick<WatchedJoin, 'verdict' | 'mode'>): JoinOutcome {
  if (verdict === 'deny') return mode === 'enforce' ? 'deny' : 'wouldRefuse'
  return verdict === 'unknown' && mode === 'enforce' ? 'unknown' : 'allow'
}

/** The kind of messages about watched accounts that game servers asked about. */
export const WATCHED_JOINS: Kind<WatchedJoin, WatchRepositories> = {
  name: 'watched_join',
  maxDigest: 2_000,
  paceSeconds: 60,
  async read(repositories, { id, guildId }) {
    const { outbox, guilds } = repositories
    // Messages that wait are dropped when the server no longer wants them.
    if (!(await guilds.get(guildId))?.reportsJoins) return []
    const entries = await outbox.entriesOf(id, payloadSchema)
    const bansOf = await readNewestBans(
      repositories.accounts,
      entries.map(({ steamId }) => steamId),
    )
    return entries.map(({ steamId, createdAt, payload }) => ({ steamId, createdAt, ...payload, ...bansOf(steamId) }))
  },
  // By default, game servers let in the undecided too.
  mentionsRole: (join) => outcomeOf(join) !== 'deny',
}

/** A player whom a game server asked about. */
export interface StoredJoin extends Omit<JoinEntry, 'gameServer'> {
  guildId: string
  tokenName: string
}

/**
 * Stores what servers have to be told about these joins: those of accounts on their watch lists, once for each account and game server in
 * 12 hours. Tools that follow the events of the server are told too. `whyOf` returns the texts of the rules that refuse a join, also where the
 * policy only observes.
 */
export async function noteWatchedJoins(
  { watches, guilds, outbox, events }: Pick<WatchRepositories, 'watches' | 'guilds' | 'outbox' | 'events'>,
  joins: readonly StoredJoin[],
  whyOf: (join: StoredJoin) => string[] = () => [],
): Promise<void> {
  const watched = await watches.of([...new Set(joins.map(({ steamId }) => steamId))])
  for (const guildId of new Set(joins.map((join) => join.guildId))) {
    const entryOf = new Map(watched.filter((each) => each.guildId === guildId).map((each) => [each.steamId, each]))
    if (entryOf.size === 0 || !(await guilds.get(guildId))?.reportsJoins) continue
    const kind = WATCHED_JOINS.name
    const known = await outbox.find({ kind, guildId, steamIds: [...entryOf.keys()] }, payloadSchema)
    const told = known.map(({ steamId, createdAt: at, payload: { tokenName } }) => ({ steamId, at, tokenName }))
    const entries: NewEntry[] = []
    const reported: StoredJoin[] = []
    for (const join of joins) {
      const watch = join.guildId === guildId ? entryOf.get(join.steamId) : undefined
      if (!watch || isOver(watch, join.at) || told.some((before) => isRepeated(before, join))) continue
      told.push(join)
      entries.push(toEntry(join, whyOf(join), watch))
      reported.push(join)
    }
    await outbox.put(entries)
    await events.add(reported.map(toEvent))
  }
}

const toEvent = (join: StoredJoin): NewEvent => ({
  guildId: join.guildId,
  at: join.at,
  type: 'account.joined',
  steamId: join.steamId,
  author: null,
  object: toJoinEntry(join),
})

const isOver = ({ until }: Watch, at: number) => until !== null && until <= at

const isRepeated = (before: Pick<StoredJoin, 'steamId' | 'at' | 'tokenName'>, join: StoredJoin) =>
  before.steamId === join.steamId &&
  before.tokenName === join.tokenName &&
  // A join that a wrong clock has dated far ahead suppresses no message.
  Math.abs(join.at - before.at) < PERIOD_SECONDS

const toEntry = (
  { guildId, steamId, at, tokenName, verdict, mode }: StoredJoin,
  why: string[],
  { addedBy, addedAt, reason }: Watch,
): NewEntry => ({
  kind: WATCHED_JOINS.name,
  guildId,
  steamId,
  key: `${at} ${tokenName}`,
  createdAt: at,
  payload: { tokenName, verdict, mode, why, addedBy, addedAt, reason } satisfies JoinPayload,
  dueAt: 0,
  digest: null,
  expiresAt: at + PERIOD_SECONDS,
})
