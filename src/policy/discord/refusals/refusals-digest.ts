import { inlineCode, time, TimestampStyles } from 'discord.js'
import type { SteamId } from '../../../model/steam-id.ts'
import type { ShownRefusal } from '../../refusal-outbox.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { mentionText, repeatedLines, withMention, type SentMessage } from '../../../outbox/message-parts.ts'
import type { Texts } from '../texts.ts'
import { charactersLeft, createView, fileLink, type View } from '../../../discord/view.ts'
import { displayName } from '../../../accounts/discord/views/words.ts'
import { accountMenu } from '../../../accounts/discord/views/account-parts.ts'
import { REFUSED_ICON } from '../policy-icons.ts'
import { formatReasons, formatServers, refusalIcon, REFUSED, TONES } from './refusal-parts.ts'
import { refusalsTable } from './refusals-table.ts'

/** Refusals that are named in the message; the file contains all. */
export const NAMED_REFUSALS = 20

export interface RefusalsDigest extends SentMessage {
  /** All of one mode, oldest first. */
  refusals: readonly ShownRefusal[]
  /** The names of accounts, as far as they are known. */
  names: ReadonlyMap<SteamId, string>
}

/** One message about many refusals: the first twenty named, and all in a file. */
export function refusalsDigest(digest: RefusalsDigest, texts: Texts): View {
  const { refusals, names } = digest
  const { mode = 'enforce' } = refusals[0] ?? {}
  const tone = TONES[mode]
  const nameOf = ({ steamId }: ShownRefusal) => names.get(steamId) ?? null
  const named = refusals.slice(0, NAMED_REFUSALS)
  const file = refusalsTable(refusals, nameOf, texts)
  const head = [
    `## ${REFUSED_ICON} ${texts.refusals.digestTitle[mode](refusals.length)}`,
    ...(mode === 'observe' ? [texts.refusals.inObserve] : []),
    `-# ${formatSpan(refusals, texts)}`,
  ].join('\n')
  const foot = [`-# ${texts.refusals.allInFile}`, ...repeatedLines(digest, texts)].join('\n')
  const room = charactersLeft([head, foot, mentionText(digest)])
  const list = listRefusals(named, refusals.length - named.length, { nameOf, room }, texts)
  const menu = refusalMenu(named, nameOf, digest, texts)
  return withMention(createView(tone, [head, list, foot, fileLink(file)], menu, [file]), digest)
}

/** A menu that shows one of these refusals; by the nonce in it the message is found again. */
export const refusalMenu = (
  refusals: readonly ShownRefusal[],
  nameOf: (refusal: ShownRefusal) => string | null,
  { nonce }: Pick<SentMessage, 'nonce'>,
  texts: Texts,
) =>
  accountMenu(
    refusals.map((refusal) => ({
      steamId: refusal.steamId,
      name: nameOf(refusal) ?? refusal.steamId,
      foundBy: null,
      tone: TONES[refusal.mode],
      icon: refusalIcon(refusal),
      summary: formatReasons(refusal),
    })),
    texts,
    { customId: toCustomId(REFUSED, nonce), placeholder: texts.refusals.open },
  )

function formatSpan(refusals: readonly ShownRefusal[], texts: Texts): string {
  const moment = (seconds: number) => time(seconds, TimestampStyles.ShortDateTime)
  const first = Math.min(...refusals.map(({ firstAt }) => firstAt))
  const last = Math.max(...refusals.map(({ lastAt }) => lastAt))
  const isOneMinute = Math.floor(first / 60) === Math.floor(last / 60)
  return isOneMinute ? moment(first) : texts.refusals.between(moment(first), moment(last))
}

/** The parts of a line, most first. */
const DETAILS = ['servers', 'reasons', 'account'] as const
type Detail = (typeof DETAILS)[number]

interface Listing {
  nameOf: (refusal: ShownRefusal) => string | null
  /** In characters. */
  room: number
}

/** The lines of refusals in as much detail as there is room for; without any, twenty of the longest names have room. */
function listRefusals(named: readonly ShownRefusal[], more: number, { nameOf, room }: Listing, texts: Texts): string {
  const rest = more > 0 ? [texts.common.leftOut(more)] : []
  const lists = DETAILS.map((detail) =>
    [...named.map((refusal) => formatLine(refusal, nameOf(refusal), detail, texts)), ...rest].join('\n'),
  )
  return lists.find(({ length }) => length <= room) ?? lists.at(-1) ?? ''
}

function formatLine(refusal: ShownRefusal, name: string | null, detail: Detail, texts: Texts): string {
  const { steamId } = refusal
  const account = [...(name === null ? [] : [displayName(name, texts)]), inlineCode(steamId)].join(' ')
  const why = formatReasons(refusal)
  const servers = formatServers(refusal, texts)
  const parts = {
    account: [account],
    reasons: [account, why],
    servers: [account, why, ...(servers === '' ? [] : [servers])],
  }[detail]
  return `${refusalIcon(refusal)} ${parts.join(' · ')}`
}
