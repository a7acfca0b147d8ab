import { bold, codeBlock, inlineCode } from 'discord.js'
import { foundByLines } from '../../accounts/discord/views/account-parts.ts'
import { formatAuthor } from '../../discord/author.ts'
import { questionView } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { undoButtons } from '../../discord/undo.ts'
import { charactersLeft, createView, fitLines, row, type View } from '../../discord/view.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { sentenceCase } from '../../lib/sentence-case.ts'
import { BAN_ICON, ICONS } from '../../lib/tone.ts'
import type { Ban, BanTerms, BanTexts } from '../../model/ban.ts'
import type { FoundBy, SteamId } from '../../model/steam-id.ts'
import type { UndoId } from '../../model/undo.ts'
import type { AddedBans, TypedBan } from '../add-bans.ts'
import type { EditedBan } from '../edit-ban.ts'
import type { LiftedBan } from '../lift-ban.ts'
import {
  banHereButton,
  editButton,
  bannedLine,
  privateLines,
  ENDED_ICON,
  formatBanEnd,
  formatBanned,
  formatBanReason,
  liftButton,
  lookUpButton,
} from './ban-parts.ts'
import type { GameServers } from './command.ts'
import type { Texts } from './texts.ts'

const DAY = 86_400
/** Room for the accounts that are banned already. */
const ALREADY_CHARACTERS = 600
/** What a game server shows has at most 120 characters. */
const SENTENCE_CHARACTERS = 200

/** What a moderator has to know besides the bans: what the players read, and whether any game server asks. */
export interface BanFacts {
  sentence: string
  gameServers: GameServers
  /** The accounts that Steam does not have. */
  unknown: ReadonlySet<SteamId>
  /** Unix seconds. */
  now: number
}

type BannedNow = AddedBans & { exceptions: readonly { steamId: SteamId }[]; undo: UndoId | null }

/** Confirms bans: the accounts, the terms, what the players read, and warnings. */
export function bannedView(
  { added, replaced, alreadyBanned, exceptions, undo }: BannedNow,
  facts: BanFacts,
  texts: Texts,
): View {
  const { banlist } = texts
  if (added.length === 0) return createView('restricted', [alreadyText(alreadyBanned, charactersLeft([]), texts)], [])
  const [first, ...others] = added
  const isOne = others.length === 0
  const heading =
    first && isOne
      ? banlist.banned({ account: formatBanned(first, texts) })
      : banlist.bannedMany({ count: added.length })
  const isUnknown = first !== undefined && isOne && facts.unknown.has(first.steamId)
  const parts = [
    [
      `## ${BAN_ICON} ${heading}`,
      ...(isUnknown ? [`${ICONS.incomplete} ${texts.batch.notFound}`] : []),
      ...(first ? termsLines(first, texts) : []),
    ].join('\n'),
    banlist.playerReads({ sentence: formatSentence(facts.sentence) }),
    kickText(added, texts),
    [
      ...silenceLines(facts, texts),
      ...(exceptions.length > 0
        ? [`${ICONS.restricted} ${banlist.exceptionsRemoved({ count: exceptions.length })}`]
        : []),
      ...(isOne ? replaced : []).map(
        (ban) => `-# ${banlist.replaced({ who: formatAuthor(ban.addedBy), when: relativeTime(ban.addedAt) })}`,
      ),
    ].join('\n'),
  ].filter((part) => part !== '')
  if (!isOne) parts.splice(1, 0, accountLines(added, facts, charactersLeft(parts) - ALREADY_CHARACTERS, texts))
  const already =
    alreadyBanned.length === 0
      ? []
      : [
          alreadyText(
            alreadyBanned,
            charactersLeft(parts) - banlist.alreadyMany({ count: alreadyBanned.length }).length,
            texts,
          ),
        ]
  const lookUp = first && isOne ? [editButton(first.steamId, texts), lookUpButton(first.steamId, texts)] : []
  return createView('banned', [...parts, ...already], [row([...undoButtons(undo, texts), ...lookUp])])
}

/** The accounts that were banned, by name and id. */
function accountLines(added: readonly Ban[], { unknown }: BanFacts, room: number, texts: Texts): string {
  const lines = added.map((ban) => {
    const doubt = unknown.has(ban.steamId) ? ` · ${ICONS.incomplete} ${texts.batch.notFound}` : ''
    return `• ${formatBanned(ban, texts)}${doubt}`
  })
  return fitLines(lines, room, texts.common.leftOut)
}

/** The terms that bans have in common: the reason, the end and the private texts. */
function termsLines({ reason, until, ...others }: BanTexts & Pick<Ban, 'until'>, texts: Texts): string[] {
  const { banlist } = texts
  return [
    `**${texts.banForm.reason}** ${formatBanReason(reason) || banlist.noReason}`,
    until === null ? banlist.ends.never : banlist.ends.atDate({ when: formatBanEnd(until, texts) }),
    ...privateLines(others, texts),
  ]
}

const kickText = (bans: readonly Ban[], { banlist }: Texts) =>
  `${banlist.onlineStay}\n${codeBlock(bans.map(({ steamId }) => `kick ${steamId}`).join('\n'))}`

const formatSentence = (sentence: string) => escapeMarkdown(sentence, SENTENCE_CHARACTERS)

/** Warns that the ban has no effect while no game server asks. */
function silenceLines({ gameServers: { count, lastAskedAt }, now }: BanFacts, { banlist }: Texts): string[] {
  const warning = (text: string) => [`${ICONS.restricted} **${text}**`]
  if (count === 0) return warning(banlist.noGameServer)
  if (lastAskedAt === null) return warning(banlist.noneAsked)
  return lastAskedAt < now - DAY ? warning(banlist.silent({ when: relativeTime(lastAskedAt) })) : []
}

function alreadyText(bans: readonly Ban[], room: number, texts: Texts): string {
  const lines = bans.map((ban) => `• ${formatBanned(ban, texts)}\n-# ${bannedLine(ban, texts)}`)
  return `${texts.banlist.alreadyMany({ count: bans.length })}\n${fitLines(lines, room - 1, texts.common.leftOut)}`
}

/** Accounts that are to be banned, and what was typed about the ban. */
export interface PendingBan extends TypedBan {
  /** `isUnknown` are accounts that Steam does not have. */
  accounts: (Pick<BanTerms, 'steamId' | 'name'> & { isUnknown: boolean })[]
}

/** A ban that a question is about, which is kept under this id, and its end in Unix seconds; null for never. */
export type AskedBan = PendingBan & { id: string; endsAt: number | null }

/** Says who has banned an account already, when and why, and asks whether to put the new ban in its place. */
export function alreadyBannedView(ban: Ban, asked: AskedBan, texts: Texts): View {
  const { banlist } = texts
  const lines = [
    `### ${BAN_ICON} ${banlist.already({ account: formatBanned(ban, texts) })}`,
    bannedLine(ban, texts),
    ...privateLines(ban, texts),
    `\n${banlist.replaceHint}`,
    ...typedLines(asked, texts),
  ]
  const more = [editButton(ban.steamId, texts), lookUpButton(ban.steamId, texts)]
  return questionView(lines, toCustomId('banagain', asked.id, 'replace', ''), texts, { more })
}

/** What was typed about a ban that is not added yet. */
export const typedLines = (asked: AskedBan, texts: Texts): string[] =>
  termsLines({ ...asked, until: asked.endsAt }, texts)

/** Says that exceptions let accounts in, and asks whether to remove the exceptions and ban the accounts. */
export function exemptedView(
  steamIds: readonly SteamId[],
  asked: AskedBan,
  { replaces }: { replaces: boolean },
  texts: Texts,
): View {
  const { banlist } = texts
  const [account] = asked.accounts
  const isOne = account !== undefined && asked.accounts.length === 1
  const heading = isOne
    ? banlist.exempted({ account: formatBanned(account, texts) })
    : banlist.exemptedMany({ count: steamIds.length })
  const lines = [
    `### ${ICONS.restricted} ${heading}`,
    ...(isOne ? [] : [texts.commas(steamIds.map((steamId) => inlineCode(steamId)))]),
    banlist.exemptedHint,
    ...typedLines(asked, texts),
  ]
  const id = toCustomId('banagain', asked.id, replaces ? 'replace' : '', 'exempt')
  return questionView(lines, id, texts, { more: isOne ? [lookUpButton(account.steamId, texts)] : [] })
}

/** Says that an account is no longer banned, and what its ban was. */
export function liftedView({ ban, undo }: LiftedBan, foundBy: FoundBy | null, texts: Texts): View {
  const { banlist } = texts
  const lines = [
    `### ↩️ ${banlist.lifted({ account: formatBanned(ban, texts) })}`,
    ...foundByLines(foundBy, texts),
    banlist.liftedHint,
    bannedLine(ban, texts),
    ...privateLines(ban, texts),
  ]
  return createView(
    'neutral',
    [lines.join('\n')],
    [row([...undoButtons(undo, texts), lookUpButton(ban.steamId, texts)])],
  )
}

/** Says what a ban is now. */
export function editedView({ ban, undo }: EditedBan, texts: Texts): View {
  const { banlist, common } = texts
  const heading = undo === null ? common.nothingChanged : banlist.edited({ account: formatBanned(ban, texts) })
  const lines = [`### ✏️ ${heading}`, bannedLine(ban, texts), ...privateLines(ban, texts)]
  return createView(
    'banned',
    [lines.join('\n')],
    [row([...undoButtons(undo, texts), lookUpButton(ban.steamId, texts)])],
  )
}

/** A ban of the list with its buttons. */
export function banEntryView(ban: Ban, foundBy: FoundBy | null, now: number, texts: Texts): View {
  const { steamId, until } = ban
  const hasEnded = until !== null && until <= now
  const lines = [
    `## ${hasEnded ? ENDED_ICON : BAN_ICON} ${formatBanned(ban, texts)}`,
    ...foundByLines(foundBy, texts),
    ...(hasEnded
      ? [bold(sentenceCase(texts.banlist.ended({ when: formatBanEnd(until, texts) }), texts.language))]
      : []),
    bannedLine(ban, texts, { hasEnded }),
    ...privateLines(ban, texts, { maxCharacters: Infinity }),
  ]
  const change = hasEnded
    ? [banHereButton(steamId, texts)]
    : [editButton(steamId, texts), liftButton(steamId, texts.buttons.liftBan)]
  return createView('neutral', [lines.join('\n')], [row([lookUpButton(steamId, texts), ...change])])
}
