import { bold, hyperlink, inlineCode } from 'discord.js'
import { formatAuthor } from '../../../discord/author.ts'
import { formatCsvTime } from '../../../lib/csv-writer.ts'
import { ICONS } from '../../../lib/tone.ts'
import { plainDisplayName } from '../../../lib/visible-text.ts'
import { BAN_STATUSES } from '../../../model/ban-record.ts'
import { toProfileUrl, type SteamId } from '../../../model/steam-id.ts'
import { OUTCOMES, outcomeOf, type WatchedJoin } from '../../joins.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import { button, row, type View, type ViewFile } from '../../../discord/view.ts'
import { tableFile } from '../../../discord/views/table.ts'
import { accountMenu, type MenuAccount } from '../../../accounts/discord/views/account-parts.ts'
import { displayName } from '../../../accounts/discord/views/words.ts'
import { listMessage } from '../../../outbox/discord/list-message.ts'
import type { SentMessage } from '../../../outbox/discord/message-parts.ts'
import type { Texts } from '../texts.ts'
import { formatPlainBans, formatServer, TONES } from './join-parts.ts'

/** How detailed the line of a join can be, the most detailed first. */
const DETAILS = ['note', 'server', 'account'] as const
type Detail = (typeof DETAILS)[number]

const NOTE_CHARACTERS = 60

/** One message about many watched accounts that game servers asked about: the first twenty by name, and all in a file. */
export function joinsDigest(
  joins: readonly WatchedJoin[],
  names: ReadonlyMap<SteamId, string>,
  message: SentMessage,
  texts: Texts,
): View {
  const nameOf = ({ steamId }: WatchedJoin) => names.get(steamId) ?? null
  const lineOf = (detail: Detail) => (join: WatchedJoin) => formatJoin(join, nameOf(join), detail, texts)
  const status = BAN_STATUSES.find((each) => joins.some(({ bans }) => bans.status === each)) ?? 'unknown'
  const parts = {
    tone: TONES[status],
    head: [titleOf(joins, texts), bold(formatCounts(joins, texts)), `-# ${texts.joins.digestHint}`],
    lines: DETAILS.map(lineOf),
    foot: `-# ${texts.joins.allInFile}`,
    rows: rowsFor(
      (join) => ({
        steamId: join.steamId,
        name: nameOf(join) ?? join.steamId,
        foundBy: null,
        tone: TONES[join.bans.status],
        summary: formatPlainBans(join, texts),
      }),
      texts,
    ),
    file: joinsTable(joins, nameOf, texts),
  }
  return listMessage(joins, parts, message, texts)
}

/** The message about joins that is sent if a bug prevents the normal message. It contains only the ids of the accounts. */
export function plainJoins(joins: readonly WatchedJoin[], message: SentMessage, texts: Texts): View {
  const parts = {
    tone: 'incomplete' as const,
    head: [titleOf(joins, texts)],
    lines: [({ steamId }: WatchedJoin) => `${ICONS.incomplete} ${inlineCode(steamId)}`],
    foot: `${ICONS.restricted} ${texts.joins.notShown}`,
    rows: rowsFor(({ steamId }) => ({ ...PLAIN, steamId, name: steamId }), texts),
  }
  return listMessage(joins, parts, message, texts)
}

const PLAIN = { foundBy: null, tone: 'incomplete', summary: '' } as const

const titleOf = (joins: readonly WatchedJoin[], texts: Texts) =>
  `## 🔔 ${texts.joins.digestTitle({ count: new Set(joins.map(({ steamId }) => steamId)).size })}`

/** Counts the joins by their outcome. */
const formatCounts = (joins: readonly WatchedJoin[], { joins: { counts } }: Texts): string =>
  OUTCOMES.map((outcome) => ({ outcome, count: joins.filter((join) => outcomeOf(join) === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => counts[outcome]({ count }))
    .join(' · ')

function formatJoin(join: WatchedJoin, name: string | null, detail: Detail, texts: Texts): string {
  const { steamId, addedBy, reason } = join
  const sign = ICONS[TONES[join.bans.status]]
  const id = inlineCode(steamId)
  const account = name === null ? id : `${displayName(name, texts)} ${id}`
  const what = [formatServer(join), texts.joins.words[outcomeOf(join)]].join(' · ')
  switch (detail) {
    case 'account':
      return `${sign} ${account}`
    case 'server':
      return `${sign} ${account} · ${what}`
    case 'note': {
      const subject = name === null ? id : hyperlink(displayName(name, texts), toProfileUrl(steamId))
      const note = texts.alerts.note({ who: formatAuthor(addedBy), note: escapeMarkdown(reason, NOTE_CHARACTERS) })
      const details = [...(name === null ? [] : [id]), note]
      return `${sign} ${subject} · ${what}\n-# ${details.join(' · ')}`
    }
  }
}

/** The menu of the accounts, and the button of the watch list. */
const rowsFor =
  (toMenuAccount: (join: WatchedJoin) => MenuAccount, texts: Texts) => (named: readonly WatchedJoin[]) => [
    ...accountMenu(named.map(toMenuAccount), texts),
    row([button('👁️', texts.watch.title, toCustomId('watchlist'))]),
  ]

const COLUMNS = [
  'steamId',
  'name',
  'gameServer',
  'askedAt',
  'outcome',
  'reason',
  'addedBy',
  'addedAt',
  'profile',
  'note',
] as const

/** All joins as a CSV file, one per row; the name is empty if it is unknown. */
function joinsTable(
  joins: readonly WatchedJoin[],
  nameOf: (join: WatchedJoin) => string | null,
  texts: Texts,
): ViewFile {
  const rows = joins.map((join) => {
    const { steamId, tokenName, createdAt, reason, addedBy, addedAt } = join
    const name = nameOf(join)
    return {
      steamId,
      name: name === null ? '' : plainDisplayName(name, texts),
      gameServer: tokenName,
      askedAt: formatCsvTime(createdAt),
      outcome: texts.joins.words[outcomeOf(join)],
      reason,
      addedBy,
      addedAt: formatCsvTime(addedAt),
      profile: toProfileUrl(steamId),
      note: formatPlainBans(join, texts),
    }
  })
  return tableFile('joins.csv', COLUMNS, rows, texts)
}
