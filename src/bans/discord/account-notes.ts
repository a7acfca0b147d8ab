import { bold } from 'discord.js'
import { type ListedOwnBans, type OwnBanNotes, NO_OWN_BAN } from '../../accounts/discord/server-notes.ts'
import { fitLines } from '../../discord/view.ts'
import { BAN_ICON, ICONS } from '../../lib/tone.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { BansContext } from '../bans-context.ts'
import { findOwnBan, type FoundOwnBan } from '../find-own-ban.ts'
import { banButton, bannedLine, editButton, listedBanLine, privateLines, type ShownBan } from './ban-parts.ts'
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

/** The texts and the button about what is known of the ban of an account. */
export function toOwnBanNotes(steamId: SteamId, found: FoundOwnBan, texts: Texts): OwnBanNotes {
  if (found.state !== 'banned') {
    const verdict = found.state === 'unknown' ? unreadable(texts) : ''
    return { state: found.state, verdict, text: () => verdict, buttons: [banButton(steamId, false, texts)] }
  }
  return {
    state: 'banned',
    verdict: `${BAN_ICON} ${bold(texts.ownBan.here)}`,
    text: (room) => formatOwnBan(found, room, texts),
    buttons: [editButton(steamId, texts), banButton(steamId, true, texts)],
  }
}

const unreadable = ({ ownBan }: Texts) => `${ICONS.incomplete} ${ownBan.unreadable}`

/** The ban in one line, and its private texts below it, cut to the room. */
function formatOwnBan({ ban, details }: FoundOwnBan & { state: 'banned' }, room: number, texts: Texts): string {
  const { ownBan } = texts
  if (!details) return `${bannedLine(ban, texts)}\n-# ${ICONS.incomplete} ${ownBan.detailsUnreadable}`
  const line = bannedLine(details, texts)
  return [line, ...privateLines(details, texts, { room: room - line.length })].join('\n')
}

/**
 * What the ban list of a server adds to a list of accounts; nothing where no server has installed the bot. `details` has what the database knows of their bans.
 */
export function noteOwnBans(
  { bans, clock }: Pick<BansContext, 'bans' | 'clock'>,
  guildId: string | null,
  steamIds: readonly SteamId[],
  texts: Texts,
  details: ReadonlyMap<SteamId, ShownBan> = new Map(),
): ListedOwnBans {
  if (guildId === null) return toListedOwnBans(new Map(), texts)
  if (!bans.isKnown(guildId)) return toListedOwnBans('unknown', texts)
  const now = clock.unixSeconds()
  return toListedOwnBans(
    new Map(
      steamIds.flatMap((steamId) => {
        const ban = bans.find(guildId, steamId, now)
        return ban ? [[steamId, details.get(steamId) ?? ban] as const] : []
      }),
    ),
    texts,
  )
}

/** The texts about the bans of listed accounts; `unknown` if the list of the server cannot be read. */
export function toListedOwnBans(banned: ReadonlyMap<SteamId, ShownBan> | 'unknown', texts: Texts): ListedOwnBans {
  if (banned === 'unknown') {
    const verdict = unreadable(texts)
    return { state: 'unknown', stateOf: () => 'unknown', verdict, text: () => verdict }
  }
  const verdict = banned.size === 0 ? '' : `${BAN_ICON} ${bold(texts.ownBan.count({ count: banned.size }))}`
  return {
    state: banned.size === 0 ? 'none' : 'banned',
    stateOf: (steamId) => (banned.has(steamId) ? 'banned' : 'none'),
    verdict,
    text(shown, room) {
      const lines = shown.flatMap(({ steamId, name }) => {
        const ban = banned.get(steamId)
        return ban ? [listedBanLine({ steamId, name }, ban, texts)] : []
      })
      const left = room - verdict.length - 1
      // Without room for the accounts, their number is still shown.
      if (lines.length === 0 || left < MIN_LINES_CHARACTERS) return verdict
      return `${verdict}\n${fitLines(lines, left, texts.common.leftOut)}`
    },
  }
}

/** Minimum room for naming accounts; with less, only their number is shown. */
const MIN_LINES_CHARACTERS = 200
