import { midSentence, sentenceCase } from '../../lib/sentence-case.ts'
import { bold } from 'discord.js'
import { accountCells, formatNameOrId, idAndProfile } from '../../accounts/discord/views/account-parts.ts'
import { digestMessage } from '../../accounts/discord/views/digest.ts'
import { ownBanOf } from '../../bans/discord/ban-parts.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { buttonRows } from '../../discord/views/button-rows.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { tableFile } from '../../discord/views/table.ts'
import { createView, nonEmpty, type View } from '../../discord/view.ts'
import { formatCsvTime } from '../../lib/csv-writer.ts'
import { ICONS, signsOf, toneWithOwnBan, worstTone, type Tone } from '../../lib/tone.ts'
import type { BanStatus } from '../../model/ban-record.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { MessageKind } from '../../outbox/discord/message-kind.ts'
import { type KnownProfile, withPicture } from '../../discord/views/picture.ts'
import { withMention, type SentMessage } from '../../outbox/discord/message-parts.ts'
import type { WatchRepositories } from '../database/repositories.ts'
import { OUTCOMES, outcomeOf, WATCHED_JOINS, type WatchedJoin } from '../joins.ts'
import { watchListButton, alertButtons } from './alert-messages.ts'
import { formatSpan } from './interval.ts'
import { formatKnownBans, formatPlainBans, toSteamLine, watchedBanLines } from './known-bans.ts'
import { watchedLine } from './watch-views.ts'
import type { Texts } from './texts.ts'

const SERVER_CHARACTERS = 100
const WHY_CHARACTERS = 300
/** Maximum length of the note, and of the reasons for a refusal, in a line of a digest. */
const NOTE_CHARACTERS = 60

/** The tone of an account by its bans; never clean, because a watch list does not ask for the profile. */
const TONES: Record<BanStatus, Tone> = {
  banned: 'banned',
  restricted: 'restricted',
  unknown: 'incomplete',
  clean: 'neutral',
}

/** The messages about watched accounts that game servers asked about. */
export const joinMessages: MessageKind<WatchedJoin, Texts, WatchRepositories> = {
  ...WATCHED_JOINS,
  single: joinView,
  digest: joinsDigest,
  log: {
    name: 'a message about joins',
    count: 'joins',
  },
}

/** The message about a watched account that a game server asked about. It never says that the account itself joined. */
function joinView(join: WatchedJoin, profile: KnownProfile, message: SentMessage, texts: Texts): View {
  const { steamId, createdAt, bans } = join
  const { joins, outcomes, watch, common } = texts
  const { mark, line } = ownBanOf(steamId, message, texts)
  const times = [
    joins.asked({ when: relativeTime(createdAt) }),
    ...(bans.checkedAt === null ? [] : [common.checked({ when: relativeTime(bans.checkedAt) })]),
  ]
  const known = formatKnownBans(bans, (span) => watch.lastBan({ when: formatSpan(span) }), texts)
  const head = [
    `## 🔔 ${joins.title({ account: formatNameOrId({ steamId, name: profile.name }, texts), server: formatServer(join) })}`,
    [...nonEmpty(line), watchedLine(join, texts)].join(' · '),
    `${bans.status === 'clean' ? '' : `${ICONS[TONES[bans.status]]} `}${toSteamLine(bans, known, texts)}`,
    ...watchedBanLines(join, texts),
    bold(sentenceCase(outcomes[outcomeOf(join)], texts.language)),
    `-# ${[joins.who, ...(outcomeOf(join) === 'unknown' ? [joins.undecided] : [])].join(' ')}`,
    ...formatWhy(join, WHY_CHARACTERS, texts),
    `-# ${times.join(' · ')}`,
  ]
  const parts = [...withPicture(head, profile, texts), idAndProfile(steamId, texts)]
  const rows = buttonRows(alertButtons(steamId, message, texts), texts)
  return withMention(createView(toneWithOwnBan(TONES[bans.status], mark), parts, rows), message)
}

/** Why the account was refused, or would have been. */
const formatWhy = (
  { why: [first = '', ...others] }: WatchedJoin,
  characters: number,
  { semicolons, language }: Texts,
) => nonEmpty(escapeMarkdown(semicolons([first, ...others.map((text) => midSentence(text, language))]), characters))

const formatServer = ({ tokenName }: WatchedJoin) => escapeMarkdown(tokenName, SERVER_CHARACTERS)

/** One message about many watched accounts that game servers asked about. */
function joinsDigest(
  joins: readonly WatchedJoin[],
  names: ReadonlyMap<SteamId, string>,
  message: SentMessage,
  texts: Texts,
): View {
  const { joins: words, outcomeCounts } = texts
  const accountOf = ({ steamId }: WatchedJoin) => ({ steamId, name: names.get(steamId) ?? null })
  const outcomes = OUTCOMES.map((outcome) => ({
    outcome,
    count: joins.filter((join) => outcomeOf(join) === outcome).length,
  })).filter(({ count }) => count > 0)
  const rows = joins.map((join) => ({
    ...accountCells(accountOf(join), texts),
    gameServer: join.tokenName,
    askedAt: formatCsvTime(join.createdAt),
    outcome: texts.outcomes[outcomeOf(join)],
    reason: join.reason,
    addedBy: join.addedBy,
    addedAt: formatCsvTime(join.addedAt),
    note: formatPlainBans(join.bans, texts),
  }))
  const parts = {
    tone: worstTone(
      joins.map(({ steamId, bans }) => toneWithOwnBan(TONES[bans.status], ownBanOf(steamId, message, texts).mark)),
    ),
    head: [
      `## 🔔 ${words.digestTitle({ count: new Set(joins.map(({ steamId }) => steamId)).size })}`,
      bold(outcomes.map(({ outcome, count }) => outcomeCounts[outcome]({ count })).join(' · ')),
      `-# ${words.who}`,
    ],
    file: tableFile('joins.csv', COLUMNS, rows, texts),
    buttons: [watchListButton(texts)],
    describe: (join: WatchedJoin) => {
      const { mark, fact } = ownBanOf(join.steamId, message, texts)
      const asked = `${formatServer(join)} · ${texts.outcomes[outcomeOf(join)]}`
      return {
        ...accountOf(join),
        icon: signsOf(TONES[join.bans.status], mark),
        facts: [...nonEmpty(fact), asked, ...formatWhy(join, NOTE_CHARACTERS, texts)],
        smallPrint: [watchedLine(join, texts, NOTE_CHARACTERS)],
        summary: formatPlainBans(join.bans, texts),
      }
    },
  }
  return digestMessage(joins, parts, message, texts)
}

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
