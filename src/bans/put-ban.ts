import type { Actor } from '../model/actor.ts'
import { type Ban, BanError, type BanTerms } from '../model/ban.ts'
import { addBans, cleanBanTexts } from './add-bans.ts'
import type { BansContext } from './bans-context.ts'

/** Checks the ban that an account has before it is changed, within the transaction; throws to keep it. */
export type BanPrecondition = (current: Ban | null) => void

export interface PutBan extends Actor, BanTerms {}

/**
 * Gives an account exactly this ban: adds it, or replaces the one that the account has. A ban with the same reason, note and end stays as it is,
 * and nothing is written, so that two lists which copy from each other come to rest. An empty name keeps the name of the ban. Throws a BanError,
 * `exempted` if an exception lets the account in, or what `precondition` throws.
 */
export async function putBan(
  { database, clock, bans: lists, banLimits: limits }: BansContext,
  { guildId, locale, userId, steamId, name, until, ...texts }: PutBan,
  precondition: BanPrecondition,
): Promise<{ ban: Ban; isNew: boolean }> {
  const terms = { ...cleanBanTexts(texts), until }
  const { ban, isNew, isChanged } = await database.transaction(async (repositories) => {
    const { bans, exemptedAccounts } = repositories
    const now = clock.unixSeconds()
    const [current] = await bans.activeOf(guildId, [steamId], now)
    precondition(current ?? null)
    if (current && isSame(current, terms)) return { ban: current, isNew: false, isChanged: false }
    if (await exemptedAccounts.has(guildId, steamId, now)) throw new BanError({ code: 'exempted', steamIds: [steamId] })
    const accounts = [{ steamId, name: name === '' ? (current?.name ?? '') : name }]
    const request = { guildId, locale, userId, accounts, terms, replaces: true }
    const { added } = await addBans(repositories, request, { now, limits })
    const [ban] = added
    if (!ban) throw new Error(`the ban of ${steamId} was not added`)
    return { ban, isNew: !current, isChanged: true }
  })
  if (isChanged) await lists.reload()
  return { ban, isNew }
}

const isSame = (ban: Ban, { reason, note, until }: Pick<BanTerms, 'reason' | 'note' | 'until'>) =>
  ban.reason === reason && ban.note === note && ban.until === until
