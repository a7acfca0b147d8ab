import type { Database, Repositories } from '../database/database.ts'
import type { RefusalNotice } from '../database/refusal-notices.ts'
import type { DueRefusals, Refusal } from '../database/refusals.ts'
import type { RefusalNotices } from '../model/policy.ts'
import { toNonce } from '../outbox/nonce.ts'
import { usableChannelOf } from '../outbox/usable-channel.ts'
import { isHeld } from '../outbox/restored.ts'
import { dayOf } from './utc-day.ts'

/** More refusals than these within `PACE_SECONDS` go together. */
const MAX_SINGLE = 5
const PACE_SECONDS = 600
/** The file of a digest stays far below Discord's limit of 10 MiB, and reading it does not hold up other work. */
const MAX_DIGEST = 5_000
/** While all messages of a server fail for longer than this, later ones no longer wait for them. */
const FAILING_SECONDS = 600
const MAX_NOTICES = 8
/** Refusals and messages that are older are not worth sending. */
const MAX_AGE_SECONDS = 48 * 3_600
/** A day's digest waits for its last refusals, which are stored some time after they are made. */
const DAY_END_SECONDS = 300

/** A message before it is stored, with the ids of its refusals. */
type Plan = Pick<RefusalNotice, 'isDigest' | 'nonce'> & { refusalIds: number[] }

/** What is due at a time in Unix seconds. */
export const dueRefusals = (now: number): DueRefusals => ({
  today: dayOf(now - DAY_END_SECONDS),
  since: now - MAX_AGE_SECONDS,
})

/**
 * Groups the refusals of each server that are due into messages. Each one reported: up to five singly, else one digest, and then
 * none for ten minutes. Reported daily, and all that a policy in `observe` would have refused: a digest for each day that has ended.
 * Servers without a usable channel are left out. Further refusals of a server wait for its unsent messages, until these have all
 * failed for ten minutes. Does nothing between a restore and the end of the first sweep after it. Rejects when it fails for a
 * server, once the others are done.
 */
export async function planNotices(database: Database, now: number): Promise<void> {
  const guildIds = await database.read(async (repositories) => {
    if (await isHeld(repositories)) return []
    const limits = { failingSince: now - FAILING_SECONDS, maxDeliveries: MAX_NOTICES }
    return repositories.refusals.guildsToPlan(dueRefusals(now), limits)
  })
  const failures: unknown[] = []
  for (const guildId of guildIds) {
    const planned = database.transaction((repositories) => planForGuild(repositories, guildId, now))
    await planned.catch((error: unknown) => void failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

/** Gives up messages that could not be sent for two days, and returns how many; to be called only while the clock is confirmed. */
export async function giveUpOldNotices(database: Database, now: number): Promise<number> {
  return database.transaction(({ refusalNotices }) => refusalNotices.giveUpOlderThan(now - MAX_AGE_SECONDS, now))
}

async function planForGuild(
  { guilds, policies, refusals, refusalNotices }: Repositories,
  guildId: string,
  now: number,
): Promise<void> {
  const channelId = usableChannelOf(await guilds.get(guildId))
  const policy = await policies.get(guildId)
  if (channelId === null || !policy) return
  const reported = await refusals.countReported(guildId, now - PACE_SECONDS, now)
  // The last message was a digest, so that the next one waits.
  const isEnded = reported > MAX_SINGLE && policy.notify === 'each'
  const due = await refusals.unplanned(guildId, { ...dueRefusals(now), isEnded }, MAX_DIGEST)
  for (const { refusalIds, ...plan } of groupRefusals(due, { channelId, notify: policy.notify, reported }))
    await refusalNotices.plan({ ...plan, guildId, channelId, createdAt: now }, refusalIds)
}

interface Grouping {
  channelId: string
  notify: RefusalNotices
  /** Refusals that were reported a short time ago. */
  reported: number
}

/** The messages for the due refusals of one server. Those of a digest have one mode, and belong to one day unless each one is reported. */
function groupRefusals(refusals: readonly Refusal[], { channelId, notify, reported }: Grouping): Plan[] {
  const isReportedAlone = ({ mode }: Refusal) => mode === 'enforce' && notify === 'each'
  const each = refusals.filter(isReportedAlone)
  const daily = new Map<string, Refusal[]>()
  for (const refusal of refusals.filter((each) => !isReportedAlone(each))) {
    const key = `${refusal.day} ${refusal.mode}`
    const others = daily.get(key)
    if (others) others.push(refusal)
    else daily.set(key, [refusal])
  }
  const digests = [...daily.values()].map((members) => toPlan(members, true, channelId))
  if (each.length === 0 || reported > MAX_SINGLE) return digests
  const isDigest = reported + each.length > MAX_SINGLE
  const groups = isDigest ? [each] : each.map((refusal) => [refusal])
  return [...digests, ...groups.map((members) => toPlan(members, isDigest, channelId))]
}

/** The channel is part of the nonce because Discord would answer a nonce that it remembers from another channel with the message there. */
function toPlan(members: readonly Refusal[], isDigest: boolean, channelId: string): Plan {
  const identity = members.map(({ guildId, steamId, day, mode }) => [guildId, steamId, day, mode])
  return { isDigest, nonce: toNonce([channelId, isDigest, identity]), refusalIds: members.map(({ id }) => id) }
}
