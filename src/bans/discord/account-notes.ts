import { bold } from 'discord.js'
import { type ListedOwnBans, type OwnBanNotes, NO_OWN_BAN, NO_OWN_BANS } from '../../accounts/discord/server-notes.ts'
import { BAN_ICON, ICONS } from '../../lib/tone.ts'
import type { OwnBan } from '../../model/ban.ts'
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
  { bans, clock }: Pick<BansContext, 'bans' | 'clock'>,
  guildId: string | null,
  steamIds: readonly SteamId[],
  texts: Texts,
): ListedOwnBans {
  if (guildId === null) return NO_OWN_BANS
  if (!bans.isKnown(guildId)) return toListedOwnBans('unknown', texts)
  const now = clock.unixSeconds()
  return toListedOwnBans(
    new Map(
      steamIds.flatMap((steamId) => {
        const ban = bans.find(guildId, steamId, now)
        return ban ? [[steamId, ban] as const] : []
      }),
    ),
    texts,
  )
}

/** The texts about the bans of listed accounts; `unknown` if the list of the server cannot be read. */
export function toListedOwnBans(banned: ReadonlyMap<SteamId, OwnBan> | 'unknown', texts: Texts): ListedOwnBans {
  const { ownBan } = texts
  if (banned === 'unknown') {
    const verdict = `${ICONS.incomplete} ${bold(ownBan.unreadable)}`
    return { state: 'unknown', stateOf: () => 'unknown', verdict, factsOf: () => [] }
  }
  return {
    state: banned.size === 0 ? 'none' : 'banned',
    stateOf: (steamId) => (banned.has(steamId) ? 'banned' : 'none'),
    verdict: banned.size === 0 ? '' : `${BAN_ICON} ${bold(ownBan.count({ count: banned.size }))}`,
    factsOf(steamId) {
      const ban = banned.get(steamId)
      return ban ? [ownBanFact(ban, texts)] : []
    },
  }
}
