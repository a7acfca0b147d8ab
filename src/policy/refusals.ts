import { z } from 'zod'
import { DAY_SECONDS } from '../accounts/to-facts.ts'
import type { Repositories } from '../database/database.ts'
import type { Entry, EntryIdentity, Schedule } from '../database/outbox.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import { languageOf, type Language } from '../model/language.ts'
import { POLICY_MODES, type PolicyMode, type RefusalNotices } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import { judgedReasonSchema, type JudgedReason } from '../model/verdict.ts'
import type { Kind } from '../outbox/kind.ts'
import { findRestoredAt } from '../outbox/restored.ts'
import { reasonText } from './reason-text.ts'
import { dayOf } from './utc-day.ts'

/** Refusals and messages that are older are not worth sending. */
const MAX_AGE_SECONDS = 2 * DAY_SECONDS
/** A day's digest waits for its last refusals, which are stored some time after they are made. */
const DAY_END_SECONDS = 300
/** Versions of a policy among which that of a refusal is searched. */
const MAX_VERSIONS = 50

const payloadSchema = z.object({
  lastAt: unixSecondsSchema,
  /** How often it was refused on that day; in `observe`, how often it would have been. */
  count: z.int(),
  /** `enforce` if it was refused at least once; else it would have been. */
  mode: z.enum(POLICY_MODES),
  /** The version of the policy, and its reasons, at the last refusal. */
  version: z.int(),
  reasons: z.array(judgedReasonSchema),
})
type RefusalPayload = z.infer<typeof payloadSchema>
type StoredRefusal = Entry & { payload: RefusalPayload }

/** Why an account was refused. */
export interface ShownReason {
  code: JudgedReason['code']
  /** One sentence without full stop; plain text in the language of the server. */
  text: string
}

/** An account that a policy refused on one day, or would have refused, with everything that a message shows of it. */
export interface ShownRefusal extends Omit<RefusalPayload, 'reasons'> {
  steamId: SteamId
  firstAt: number
  reasons: ShownReason[]
  /** The game servers that asked, as their owner calls them; none when that is not known any more. */
  servers: string[]
}

/** The reports of accounts that a policy refused, or would have refused: one for each account and day. */
export const REFUSALS: Kind<ShownRefusal> = {
  name: 'refusal',
  // Reading it does not hold up other work.
  maxDigest: 5_000,
  paceSeconds: 600,
  lapseSeconds: MAX_AGE_SECONDS,
  async read(repositories, { id, guildId }, locale, now) {
    const refusals = await repositories.outbox.entriesOf(id, payloadSchema)
    const restoredAt = await findRestoredAt(repositories, now)
    return {
      shown: await toShown(repositories, guildId, refusals, languageOf(locale)),
      isPossibleDuplicate: refusals.some(({ key }) => Number(key) < restoredAt),
    }
  },
}

/** A player whom a policy refused, or would have refused. */
export interface NewRefusal {
  guildId: string
  steamId: SteamId
  at: number
  mode: PolicyMode
  version: number
  reasons: JudgedReason[]
}

/** Counts refusals of policies that exist; the first one of an account and day is due for a message. */
export async function noteRefusals(
  repositories: Pick<Repositories, 'outbox' | 'policies'>,
  refusals: readonly NewRefusal[],
): Promise<void> {
  for (const guildId of new Set(refusals.map((refusal) => refusal.guildId))) {
    const ofGuild = refusals.filter((refusal) => refusal.guildId === guildId)
    for (const day of new Set(ofGuild.map(({ at }) => dayOf(at)))) {
      const ofDay = ofGuild.filter(({ at }) => dayOf(at) === day)
      await noteRefusalsOfDay(repositories, { guildId, day }, ofDay)
    }
  }
}

async function noteRefusalsOfDay(
  { outbox, policies }: Pick<Repositories, 'outbox' | 'policies'>,
  { guildId, day }: { guildId: string; day: number },
  ofDay: readonly NewRefusal[],
): Promise<void> {
  const key = String(day)
  const notify = (await policies.notifyOf(guildId)) ?? 'each'
  const steamIds = [...new Set(ofDay.map(({ steamId }) => steamId))]
  const known = await outbox.find({ kind: REFUSALS.name, guildId, key, steamIds }, payloadSchema)
  const noted = new Map(known.map(({ steamId, createdAt, payload }) => [steamId, { createdAt, payload }]))
  for (const refusal of ofDay) {
    const before = noted.get(refusal.steamId)
    noted.set(refusal.steamId, {
      createdAt: before?.createdAt ?? refusal.at,
      payload: countRefusal(before?.payload, refusal),
    })
  }
  await outbox.put(
    [...noted].map(([steamId, { createdAt, payload }]) => ({
      kind: REFUSALS.name,
      guildId,
      steamId,
      key,
      createdAt,
      payload,
      ...scheduleOf(day, payload.mode, notify),
      expiresAt: payload.lastAt + MAX_AGE_SECONDS,
    })),
  )
}

function countRefusal(
  before: RefusalPayload | undefined,
  { at: lastAt, mode, version, reasons }: NewRefusal,
): RefusalPayload {
  const latest = { lastAt, version, reasons }
  if (!before || (before.mode === 'observe' && mode === 'enforce')) return { ...latest, mode, count: 1 }
  // Players who were let in in `observe` do not count as refused, before or after the mode was changed.
  return { ...latest, mode: before.mode, count: before.mode === mode ? before.count + 1 : before.count }
}

/** Applies a change of how a server learns of its refusals to those that it was not told. */
export async function rescheduleRefusals(
  { outbox }: Pick<Repositories, 'outbox'>,
  { guildId, notify, now }: { guildId: string; notify: RefusalNotices; now: number },
): Promise<void> {
  const before: RefusalNotices = notify === 'each' ? 'daily' : 'each'
  for (let day = dayOf(now - MAX_AGE_SECONDS); day <= now; day += DAY_SECONDS) {
    const { digest } = scheduleOf(day, 'enforce', before)
    const due = { kind: REFUSALS.name, guildId, key: String(day), digest }
    await outbox.reschedule(due, scheduleOf(day, 'enforce', notify))
  }
}

/** Each refusal is reported at once where the policy has it so; all others, and those in `observe`, when their day has ended. */
function scheduleOf(day: number, mode: PolicyMode, notify: RefusalNotices): Schedule {
  if (mode === 'enforce' && notify === 'each') return { dueAt: 0, digest: null }
  return { dueAt: day + DAY_SECONDS + DAY_END_SECONDS, digest: `${day} ${mode}` }
}

/** The last refusal of an account at a server, with reasons in this language; null when there is none any more. */
export async function latestRefusal(
  repositories: Repositories,
  { language, ...account }: Pick<EntryIdentity, 'guildId' | 'steamId'> & { language: Language },
): Promise<ShownRefusal | null> {
  const refusal = await repositories.outbox.latest({ kind: REFUSALS.name, ...account }, payloadSchema)
  if (!refusal) return null
  const [shown] = await toShown(repositories, account.guildId, [refusal], language)
  return shown ?? null
}

async function toShown(
  { policies, joins }: Repositories,
  guildId: string,
  refusals: readonly StoredRefusal[],
  language: Language,
): Promise<ShownRefusal[]> {
  const versions = await policies.versions(guildId, MAX_VERSIONS)
  const rulesOf = new Map(versions.map(({ version, terms }) => [version, terms.rules]))
  const since = Math.min(...refusals.map(({ createdAt }) => createdAt))
  const servers = await joins.denyingTokens(guildId, [...new Set(refusals.map(({ steamId }) => steamId))], since)
  return refusals.map(({ steamId, createdAt, payload }) => ({
    steamId,
    firstAt: createdAt,
    ...payload,
    reasons: payload.reasons.map((reason) => ({
      code: reason.code,
      text: reasonText(reason, rulesOf.get(payload.version) ?? {}, language),
    })),
    servers: servers.get(steamId) ?? [],
  }))
}
