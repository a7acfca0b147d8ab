import { z } from 'zod'
import { DAY_SECONDS } from '../accounts/to-facts.ts'
import type { RefusalReports } from './database/policies.ts'
import type { Join } from './database/joins.ts'
import type { PolicyDatabase, PolicyRepositories } from './database/repositories.ts'
import type { NewEvent } from '../events/database/events.ts'
import type { Entry, EntryIdentity, Schedule } from '../outbox/database/outbox.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import { KEPT_MESSAGE_SECONDS } from '../model/event.ts'
import { languageOf, type Language } from '../model/language.ts'
import { REPORT_MODES, type RefusalEntry, type ReportMode } from '../model/join.ts'
import { noticesIn, type RefusalNotices } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import { judgedReasonSchema, type JudgedReason } from '../model/verdict.ts'
import type { Kind } from '../outbox/kind.ts'
import { reasonText } from './rule-texts.ts'
import { startOfUtcDay } from '../model/unix-seconds.ts'

/** Refusals older than this are not sent. */
const MAX_AGE_SECONDS = 2 * DAY_SECONDS
const HOUR_SECONDS = 3_600
/** Takes the place of the account in an entry that is about no account. */
const NO_ACCOUNT: SteamId = ''
/** A digest waits this long after midnight for the last refusals of the day, which are stored with a delay. */
const DAY_END_SECONDS = 300
/** Maximum number of versions of a policy that are searched for the version of a refusal. */
const MAX_VERSIONS = 50
/** Maximum number of joins in the history of an account. */
const MAX_VISITS = 200

const payloadSchema = z.object({
  lastAt: unixSecondsSchema,
  /** Number of refusals or notices on that day or, in mode `observe`, of refusals that would have happened. */
  count: z.int(),
  /** `enforce` if the account was refused at least once on that day. Notices are reports of their own. */
  mode: z.enum(REPORT_MODES),
  /** The version of the policy at the last refusal. `reasons` are from the last refusal, too. */
  version: z.int(),
  reasons: z.array(judgedReasonSchema),
})
type RefusalPayload = z.infer<typeof payloadSchema>
type StoredRefusal = Entry & { payload: RefusalPayload }

/** A reason for which an account was refused or is reported. */
export interface ShownReason {
  code: JudgedReason['code']
  /** One sentence without full stop; plain text in the language of the server. */
  text: string
}

/** An account that a policy refused or reports on one day, or would have refused, with everything that a message about it shows. */
export interface ShownRefusal extends Omit<RefusalPayload, 'reasons'> {
  steamId: SteamId
  firstAt: number
  reasons: ShownReason[]
  /** Names of the game servers that asked; empty when they are no longer known. */
  servers: string[]
}

/** How many players own bans have refused on a day, and how many of these bans have ended. */
export interface DayOfBans {
  steamId: null
  /** The beginning of the day in UTC, Unix seconds. */
  day: number
  refusals: number
  ended: number
}

/** The kind of messages about refused accounts: one for each account and day. Refusals by own bans are one line a day, unless each is wanted. */
export const REFUSALS: Kind<ShownRefusal | DayOfBans, PolicyRepositories> = {
  name: 'refusal',
  // Small enough that reading a digest does not delay other work.
  maxDigest: 5_000,
  paceSeconds: 600,
  async read(repositories, { id, guildId }, locale) {
    const entries = await repositories.outbox.entriesOf(id, payloadSchema)
    const [first] = entries
    const day = Number(first?.key)
    if (first?.digest !== digestOfBans(day)) return toShown(repositories, guildId, entries, languageOf(locale))
    const refusals = entries.reduce((sum, { payload }) => sum + payload.count, 0)
    const ended = await repositories.bans.countEnded(guildId, day, day + DAY_SECONDS)
    return [{ steamId: null, day, refusals, ended }]
  },
}

/** The kind of messages about accounts that violate a rule which only notifies: one for each account and day, at once. */
export const NOTICES: typeof REFUSALS = { ...REFUSALS, name: 'notice' }

/** The digest of the refusals by own bans on a day. */
const digestOfBans = (day: number) => `${day} bans`

/** A refusal or notice to be stored; in mode `observe`, a refusal that would have happened. */
export interface NewRefusal {
  guildId: string
  steamId: SteamId
  at: number
  mode: ReportMode
  version: number
  reasons: JudgedReason[]
}

/**
 * Counts refusals and notices for each account and day, schedules the messages about them, and stores the events of refusals. The policies must
 * exist.
 */
export async function noteRefusals(
  repositories: Pick<PolicyRepositories, 'outbox' | 'policies' | 'events'>,
  refusals: readonly NewRefusal[],
): Promise<void> {
  for (const guildId of new Set(refusals.map((refusal) => refusal.guildId))) {
    const ofGuild = refusals.filter((refusal) => refusal.guildId === guildId)
    for (const day of new Set(ofGuild.map(({ at }) => startOfUtcDay(at)))) {
      const ofDay = ofGuild.filter(({ at }) => startOfUtcDay(at) === day)
      const [notices, refused] = [ofDay.filter(isNotice), ofDay.filter((refusal) => !isNotice(refusal))]
      await noteRefusalsOfDay(repositories, { kind: REFUSALS.name, guildId, day }, refused)
      await noteRefusalsOfDay(repositories, { kind: NOTICES.name, guildId, day }, notices)
    }
  }
}

/** Whether a ban on the own list of the server refused the account. */
export const isByBan = ({ reasons }: { reasons: readonly Pick<JudgedReason, 'code'>[] }) =>
  reasons.some(({ code }) => code === 'banned_here')

const isNotice = ({ mode }: { mode: ReportMode }) => mode === 'notify'

async function noteRefusalsOfDay(
  { outbox, policies, events }: Pick<PolicyRepositories, 'outbox' | 'policies' | 'events'>,
  { kind, guildId, day }: { kind: string; guildId: string; day: number },
  ofDay: readonly NewRefusal[],
): Promise<void> {
  if (ofDay.length === 0) return
  const key = String(day)
  const reports = await readReports({ policies }, guildId)
  const steamIds = [...new Set(ofDay.map(({ steamId }) => steamId))]
  const known = await outbox.find({ kind, guildId, key, steamIds }, payloadSchema)
  const noted = new Map(known.map(({ steamId, createdAt, payload }) => [steamId, { createdAt, payload }]))
  const told: NewEvent[] = []
  for (const refusal of ofDay) {
    const before = noted.get(refusal.steamId)
    const payload = countRefusal(before?.payload, refusal)
    const after = { createdAt: before?.createdAt ?? refusal.at, payload }
    noted.set(refusal.steamId, after)
    if (kind === REFUSALS.name && before?.payload.mode !== payload.mode)
      told.push({
        guildId,
        at: refusal.at,
        type: 'player.refused',
        steamId: refusal.steamId,
        author: null,
        object: toRefusalEntry({ steamId: refusal.steamId, ...after }),
      })
  }
  await events.add(told)
  await outbox.put(
    [...noted].map(([steamId, { createdAt, payload }]) => ({
      kind,
      guildId,
      steamId,
      key,
      createdAt,
      payload,
      ...scheduleOf(day, payload, reports),
      expiresAt: payload.lastAt + MAX_AGE_SECONDS,
    })),
  )
}

/** A stored refusal or notice as tools have it. */
const toRefusalEntry = ({
  steamId,
  createdAt,
  payload: { mode, lastAt, count, reasons },
}: Pick<StoredRefusal, 'steamId' | 'createdAt' | 'payload'>): RefusalEntry => ({
  steamId,
  mode,
  firstAt: createdAt,
  lastAt,
  count,
  reasons,
})

/** The settings of a server for reports of refusals. */
const readReports = async ({ policies }: Pick<PolicyRepositories, 'policies'>, guildId: string) =>
  (await policies.reportsOf(guildId)) ?? { notify: 'each' as const, reportsBans: false }

function countRefusal(
  before: RefusalPayload | undefined,
  { at: lastAt, mode, version, reasons }: NewRefusal,
): RefusalPayload {
  const latest = { lastAt, version, reasons }
  if (!before || (before.mode === 'observe' && mode === 'enforce')) return { ...latest, mode, count: 1 }
  // Players who were let in by mode `observe` do not count as refused, either before or after a change of the mode.
  return { ...latest, mode: before.mode, count: before.mode === mode ? before.count + 1 : before.count }
}

/** Reschedules the unsent refusals after a server has chosen other reports of refusals. */
export async function rescheduleRefusals(
  { outbox }: Pick<PolicyRepositories, 'outbox'>,
  { guildId, notify, now }: { guildId: string; notify: RefusalNotices; now: number },
): Promise<void> {
  const before: RefusalNotices = notify === 'each' ? 'daily' : 'each'
  for (let day = startOfUtcDay(now - MAX_AGE_SECONDS); day <= now; day += DAY_SECONDS) {
    const enforced = { mode: 'enforce' as const, reasons: [] }
    const { digest } = scheduleOf(day, enforced, { notify: before })
    const due = { kind: REFUSALS.name, guildId, key: String(day), digest }
    await outbox.reschedule(due, scheduleOf(day, enforced, { notify }))
  }
}

/**
 * When a report becomes due: at once for notices, and in mode `enforce` with `notify` `each`; otherwise after the end of its day. Refusals by own bans
 * are counted, unless the server wants each.
 */
function scheduleOf(
  day: number,
  { mode, reasons }: Pick<RefusalPayload, 'mode' | 'reasons'>,
  { notify = 'daily', reportsBans = false }: Partial<RefusalReports>,
): Schedule {
  if (!reportsBans && isByBan({ reasons })) return { dueAt: dueOfBans(day), digest: digestOfBans(day) }
  if (mode === 'notify' || noticesIn(mode, notify) === 'each') return { dueAt: 0, digest: null }
  return { dueAt: day + DAY_SECONDS + DAY_END_SECONDS, digest: `${day} ${mode}` }
}

/** The hourly work, which notes that bans have ended, comes before it. */
const dueOfBans = (day: number) => day + DAY_SECONDS + 2 * HOUR_SECONDS

/** Notes the bans that have ended yesterday for the servers that are told of own bans once a day. */
export async function noteEndedBans({ database }: { database: PolicyDatabase }, now: number): Promise<void> {
  const day = startOfUtcDay(now) - DAY_SECONDS
  await database.transaction(async ({ bans, policies, outbox }) => {
    for (const guildId of await bans.serversWithEnded(day, day + DAY_SECONDS)) {
      if ((await readReports({ policies }, guildId)).reportsBans) continue
      // The line of refusals counts ended bans, too; it is sent first if this comes late.
      if (await outbox.isDigested({ kind: REFUSALS.name, guildId, digest: digestOfBans(day) })) continue
      const payload = { lastAt: day, count: 0, mode: 'enforce', version: 0, reasons: [] } satisfies RefusalPayload
      const identity = { kind: REFUSALS.name, guildId, steamId: NO_ACCOUNT, key: String(day) }
      const schedule = { dueAt: dueOfBans(day), digest: digestOfBans(day) }
      await outbox.put([{ ...identity, ...schedule, createdAt: day, payload, expiresAt: now + MAX_AGE_SECONDS }])
    }
  })
}

/** The next refusals and notices of a server with an id below `before`, newest first; from the newest one if `before` is null. */
export async function listRefusals(
  { outbox }: Pick<PolicyRepositories, 'outbox'>,
  guildId: string,
  { now, ...part }: { before: number | null; limit: number; now: number },
): Promise<{ id: number; refusal: RefusalEntry }[]> {
  const search = { kinds: [REFUSALS.name, NOTICES.name], guildId, since: now - KEPT_MESSAGE_SECONDS }
  const entries = await outbox.newestPart(search, part, payloadSchema)
  const refusals = entries.filter(({ steamId }) => steamId !== NO_ACCOUNT)
  return refusals.map((entry) => ({ id: entry.id, refusal: toRefusalEntry(entry) }))
}

/** The last refusal or notice (`kind`) of an account at a server, with reasons in this language; null when none is stored. */
export async function latestRefusal(
  repositories: PolicyRepositories,
  { language, ...account }: Omit<EntryIdentity, 'key'> & { language: Language },
): Promise<ShownRefusal | null> {
  const refusal = await repositories.outbox.latest(account, payloadSchema)
  if (!refusal) return null
  const [shown] = await toShown(repositories, account.guildId, [refusal], language)
  return shown ?? null
}

/** All stored refusals and notices of an account at a server, with reasons in this language, and the joins of the last 48 hours. */
export const readVisits = (
  { database }: { database: PolicyDatabase },
  { guildId, steamId, language }: { guildId: string; steamId: SteamId; language: Language },
): Promise<{ refusals: ShownRefusal[]; joins: Join[] }> =>
  database.read(async (repositories) => {
    const { outbox, joins } = repositories
    const of = (kind: string) => outbox.all({ kind, guildId, steamId }, payloadSchema)
    const stored = [...(await of(REFUSALS.name)), ...(await of(NOTICES.name))]
    return {
      refusals: stored.length === 0 ? [] : await toShown(repositories, guildId, stored, language),
      joins: await joins.of(guildId, steamId, MAX_VISITS),
    }
  }, guildId)

async function toShown(
  { policies, joins }: PolicyRepositories,
  guildId: string,
  refusals: readonly StoredRefusal[],
  language: Language,
): Promise<ShownRefusal[]> {
  const versions = await policies.versions(guildId, MAX_VERSIONS)
  const rulesOf = new Map(versions.map(({ version, terms }) => [version, terms.rules]))
  const since = Math.min(...refusals.map(({ createdAt }) => createdAt))
  const steamIds = [...new Set(refusals.map(({ steamId }) => steamId))]
  // A notice is about any join of the account, a refusal about those that were denied.
  const areDenied = !refusals.some(({ payload }) => isNotice(payload))
  const servers = await joins.askingTokens(guildId, steamIds, since, areDenied)
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

/** How many reports of refusals and notices are due and not sent, of one server or of all servers. */
export async function countReports(
  { outbox }: Pick<PolicyRepositories, 'outbox'>,
  now: number,
  guildId?: string,
): Promise<number> {
  return (await outbox.countDue(REFUSALS.name, now, guildId)) + (await outbox.countDue(NOTICES.name, now, guildId))
}
