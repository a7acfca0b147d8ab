import { languageOf, type Language } from '../model/language.ts'
import type { Database, Repositories } from '../database/database.ts'
import type { RefusalNotice } from '../database/refusal-notices.ts'
import type { Refusal } from '../database/refusals.ts'
import type { JudgedReason } from '../model/verdict.ts'
import type { AttemptReport, OutgoingMessage } from '../outbox/outgoing-message.ts'
import { findRestoredAt, isHeld } from '../outbox/restored.ts'
import { usableChannelOf } from '../outbox/usable-channel.ts'
import { reasonText } from './reason-text.ts'

/** Versions of a policy among which that of a refusal is searched. */
const MAX_VERSIONS = 50

/** A message about refusals whose next attempt is due. */
export type DueNotice = OutgoingMessage & Pick<RefusalNotice, 'isDigest'>

/** Why an account was refused. */
export interface ShownReason {
  code: JudgedReason['code']
  /** One sentence without full stop; plain text in the language of the server. */
  text: string
}

/** A refusal with everything that a message shows of it. */
export interface ShownRefusal extends Pick<
  Refusal,
  'guildId' | 'steamId' | 'firstAt' | 'lastAt' | 'count' | 'mode' | 'version'
> {
  reasons: ShownReason[]
  /** The game servers that asked, as their owner calls them; none when that is not known any more. */
  servers: string[]
}

/** A message with everything that it shows. */
export interface FullNotice extends DueNotice {
  refusals: ShownRefusal[]
  /** Whether one of them was perhaps reported before, and that was lost when the database was restored from a backup. */
  isPerhapsTold: boolean
  /** The Discord locale of the server. */
  locale: string
  /** The role that it mentions; null for none. */
  roleId: string | null
}

/** The messages that are due, oldest first; none between a restore and the end of the first sweep after it. */
export async function dueNotices(database: Database, now: number, limit: number): Promise<DueNotice[]> {
  return database.read(async (repositories) => {
    if (await isHeld(repositories)) return []
    const due: DueNotice[] = []
    for (const { createdAt: _, nextAttemptAt: __, ...notice } of await repositories.refusalNotices.due(now, limit)) {
      const usable = usableChannelOf(await repositories.guilds.get(notice.guildId))
      // After an attempt of unknown outcome its channel, because the message is searched for there.
      due.push(notice.uncertainSince === null && usable !== null ? { ...notice, channelId: usable } : notice)
    }
    return due
  })
}

/** Reads what a message shows at this moment; null when its refusals were all deleted, and there is nothing to send. */
export async function readNotice(database: Database, notice: DueNotice, now: number): Promise<FullNotice | null> {
  return database.read(async (repositories) => {
    const refusals = await repositories.refusals.ofNotice(notice.id)
    if (refusals.length === 0) return null
    const guild = await repositories.guilds.get(notice.guildId)
    const locale = guild?.locale ?? ''
    const shown = await readShown(repositories, notice.guildId, refusals, languageOf(locale))
    const restoredAt = await findRestoredAt(repositories, now)
    const isPerhapsTold = refusals.some(({ day }) => day < restoredAt)
    return { ...notice, refusals: shown, isPerhapsTold, locale, roleId: guild?.alertRoleId ?? null }
  })
}

/** The last refusal of an account at a server, with reasons in this language; null when there is none any more. */
export async function latestRefusal(
  database: Database,
  { guildId, steamId, language }: Pick<Refusal, 'guildId' | 'steamId'> & { language: Language },
): Promise<ShownRefusal | null> {
  return database.read(async (repositories) => {
    const refusal = await repositories.refusals.latest(guildId, steamId)
    if (!refusal) return null
    const [shown] = await readShown(repositories, guildId, [refusal], language)
    return shown ?? null
  })
}

async function readShown(
  { policies, joins }: Repositories,
  guildId: string,
  refusals: readonly Refusal[],
  language: Language,
): Promise<ShownRefusal[]> {
  const versions = await policies.versions(guildId, MAX_VERSIONS)
  const rulesOf = new Map(versions.map(({ version, terms }) => [version, terms.rules]))
  const since = Math.min(...refusals.map(({ firstAt }) => firstAt))
  const servers = await joins.denyingTokens(guildId, [...new Set(refusals.map(({ steamId }) => steamId))], since)
  return refusals.map(({ steamId, firstAt, lastAt, count, mode, version, reasons }) => ({
    guildId,
    steamId,
    firstAt,
    lastAt,
    count,
    mode,
    version,
    reasons: reasons.map((reason) => ({
      code: reason.code,
      text: reasonText(reason, rulesOf.get(version) ?? {}, language),
    })),
    servers: servers.get(steamId) ?? [],
  }))
}

/** Notes that an attempt is made now; false when it must not be made, because another one was made meanwhile. */
export async function beginNotice(database: Database, notice: DueNotice, now: number): Promise<boolean> {
  return database.transaction(({ refusalNotices }) => refusalNotices.beginAttempt(notice, now))
}

/** Stores how an attempt ended. What Discord refuses for good is given up: the joins have it for two days. */
export async function reportNotice(
  database: Database,
  notice: DueNotice,
  report: AttemptReport,
  now: number,
): Promise<void> {
  await database.transaction(async ({ guilds, refusalNotices }) => {
    const { id, guildId, channelId, uncertainSince } = notice
    switch (report.kind) {
      case 'delivered':
      case 'rejected':
        return refusalNotices.complete(id, now)
      case 'retry':
        // An earlier attempt stays uncertain.
        return refusalNotices.retryLater(id, report.nextAttemptAt, uncertainSince !== null || report.isUncertain)
      case 'blocked':
        // The refusals are due again as soon as there is a usable channel, perhaps one that was set meanwhile.
        if (usableChannelOf(await guilds.get(guildId)) === channelId) await guilds.block(guildId, report.reason)
        return refusalNotices.dissolve(guildId)
    }
  })
}
