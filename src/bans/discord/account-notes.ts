import { bold } from 'discord.js'
import { type ListedOwnBans, type OwnBanNotes, NO_OWN_BAN, NO_OWN_BANS } from '../../accounts/discord/server-notes.ts'
import { BAN_ICON, ICONS } from '../../lib/tone.ts'
import { isBan, type MaybeBan } from '../../model/ban.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { BansContext } from '../bans-context.ts'
import { findOwnBan, type FoundOwnBan } from '../find-own-ban.ts'
import { banButton, banVerdict, editOption, ownBanFact, ownBanLine } from './ban-parts.ts'
import type { Texts } from './texts.ts'

/** What the ban list of a server adds to an answer about an account; nothing where no server has installed the bot. */
export async function noteOwnBan(
  context: Parameters<typeof findOwnBan>[0],
  guildId: string | null,
  steamId: SteamId,
  texts: Texts,
): Promise<OwnBanNotes> {
  if (guildId === null) return NO_OWN_BAN
  return toOwnBanNotes(steamId, await findOwnBan(context, guildId, steamId), texts)
}

/** The text and the button about what is known of the ban of an account. */
export function toOwnBanNotes(steamId: SteamId, found: FoundOwnBan, texts: Texts): OwnBanNotes {
  const { state } = found
  const buttons = [banButton(steamId, state === 'banned', texts)]
  if (state !== 'banned') {
    const verdict = state === 'unknown' ? bold(texts.ownBan.unreadable) : ''
    return { state, verdict, line: verdict, buttons, more: [] }
  }
  const { ban, details } = found
  const line = details
    ? ownBanLine(details, texts)
    : `${ownBanLine(ban, texts)} · ${ICONS.incomplete} ${texts.ownBan.detailsUnreadable}`
  return { state, verdict: banVerdict(ban, texts), line, buttons, more: [editOption(steamId, texts)] }
}

/** What the ban list of a server adds to a list of accounts; nothing where no server has installed the bot. */
export function noteOwnBans(
  { bans }: Pick<BansContext, 'bans'>,
  guildId: string | null,
  steamIds: readonly SteamId[],
  texts: Texts,
): ListedOwnBans {
  if (guildId === null) return NO_OWN_BANS
  return toListedOwnBans(new Map(steamIds.map((steamId) => [steamId, bans.find(guildId, steamId)])), texts)
}

/** The texts about the bans of listed accounts. */
export function toListedOwnBans(listed: ReadonlyMap<SteamId, MaybeBan>, texts: Texts): ListedOwnBans {
  const { ownBan } = texts
  const all = [...listed.values()]
  const isUnread = all.includes('unknown')
  const count = all.filter(isBan).length
  const banOf = (steamId: SteamId) => listed.get(steamId) ?? (isUnread ? 'unknown' : null)
  const counted = count === 0 ? '' : `${BAN_ICON} ${bold(ownBan.count({ count }))}`
  return {
    state: isUnread ? 'unknown' : count === 0 ? 'none' : 'banned',
    stateOf(steamId) {
      const ban = banOf(steamId)
      return isBan(ban) ? 'banned' : ban === null ? 'none' : ban
    },
    verdict: isUnread ? `${ICONS.incomplete} ${bold(ownBan.unreadable)}` : counted,
    factsOf(steamId) {
      const ban = banOf(steamId)
      return isBan(ban) ? [ownBanFact(ban, texts)] : []
    },
  }
}
