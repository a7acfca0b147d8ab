import { hyperlink, inlineCode } from 'discord.js'
import { readAccountInput } from '../../../text/account-input.ts'
import { type FoundBy, isMistypedSteamId, isSteamId, parseAccount, toProfileUrl } from '../../../model/steam-id.ts'
import { banStatusOf, formatBansWithoutProfile, toneOfRecord } from '../../presentation/ban-status.ts'
import { toneOfEntry, whyEntryHasNoProfile } from '../../presentation/batch-entries.ts'
import { howFound } from '../../presentation/profile-facts.ts'
import { signOf, signsOf, toneWithEarlier, type OwnBanMark } from '../../../lib/tone.ts'
import {
  type CheckedEntry,
  type FailedEntry,
  type FoundEntry,
  isFound,
  isUnavailable,
  LINE_CHARACTERS,
} from '../batch-state.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import { nonEmpty } from '../../../discord/view.ts'
import type { Texts } from '../texts.ts'
import { formatEarlierBans } from './earlier-bans.ts'
import { formatRowBans, listedName, ofSteam } from './words.ts'
import type { MenuAccount } from './account-parts.ts'
import type { ListedRecord } from '../../shown-record.ts'
import type { RowNotes } from '../server-notes.ts'

/** An entry of the list: icon, name, the server's own ban and Steam's bans, and below these, in small print, the ids. */
export function formatEntry(entry: CheckedEntry, texts: Texts, { ownBans, refused }: RowNotes): string {
  const { steamId = '', bans, earlierBans } = entry
  const own = ownBans.stateOf(steamId)
  const [subject, facts, details] = isFound(entry) ? formatFound(entry, own, texts) : formatFailed(entry, texts)
  const signs = signsOf(toneOfEntry(entry), own, refused?.has(steamId))
  return [
    `${signs} ${[subject, ...ownBans.factsOf(steamId), ...nonEmpty(facts)].join(' · ')}`,
    ...(bans && earlierBans ? [formatEarlierBans(bans, earlierBans, texts)] : []),
    ...(details.length > 0 ? [`-# ${details.join(' · ')}`] : []),
  ].join('\n')
}

type EntryParts = [subject: string, facts: string, details: string[]]

function formatFound(entry: FoundEntry, own: OwnBanMark, texts: Texts): EntryParts {
  const { input, steamId, name, bans, earlierBans = 'unreadable' } = entry
  // The line about earlier bans begins with what Steam says now.
  const isSaidBelow = earlierBans !== 'unreadable' && banStatusOf(bans) === 'clean'
  const facts = [
    ...(isSaidBelow ? [] : [formatRowBans(bans, own, texts, escapeMarkdown)]),
    ...(toneOfEntry(entry) === 'private' ? [texts.common.profilePrivate] : []),
  ]
  const subject = hyperlink(listedName(name, texts), toProfileUrl(steamId))
  return [subject, texts.commas(facts), [inlineCode(steamId), ...formatFoundBy(howFound(input, entry), texts)]]
}

function formatFoundBy(foundBy: FoundBy | null, { batch }: Texts): string[] {
  if (foundBy === null) return []
  return 'customUrl' in foundBy
    ? [batch.foundBy({ name: inlineCode(foundBy.customUrl) })]
    : [batch.foundByFriendCode({ code: inlineCode(foundBy.friendCode) })]
}

function formatFailed(entry: FailedEntry, texts: Texts): EntryParts {
  const { input, steamId } = entry
  const { shown, readAs } = describeInput(input, texts)
  const subject = isSteamId(input) ? inlineCode(input) : escapeMarkdown(shown, LINE_CHARACTERS)
  const id = steamId === undefined || steamId === input ? [] : [inlineCode(steamId)]
  return [subject, formatFailure(entry, texts), [...id, ...readAs, ...explainNotFound(entry, texts)]]
}

function formatFailure(entry: FailedEntry, texts: Texts): string {
  if (entry.bans) return formatBansWithoutProfile(entry.bans, whyEntryHasNoProfile(entry), texts, escapeMarkdown)
  return isUnavailable(entry) ? texts.common.unknown : texts.batch.notFound
}

function explainNotFound(entry: FailedEntry, { common }: Texts): string[] {
  const { input, bans } = entry
  return bans === null && !isUnavailable(entry) && isMistypedSteamId(input)
    ? [common.mistypedId({ digits: input.length })]
    : []
}

/**
 * The input, and how it was looked up if it could be an in-game name. Nothing is added for a mistyped id, which `explainNotFound` explains.
 */
function describeInput(input: string, { batch }: Texts): { shown: string; readAs: string[] } {
  const account = readAccountInput(input)
  if (account?.kind !== 'vanity' || isMistypedSteamId(input)) return { shown: input, readAs: [] }
  if (account.friendCodeOf !== undefined) return { shown: input, readAs: [batch.readAsFriendCode] }
  // A number next to ids was read as a custom URL. It is stored as a link, so that it is not read as a friend code.
  const bare = parseAccount(account.name)
  return bare?.kind === 'vanity' && bare.friendCodeOf !== undefined
    ? { shown: account.name, readAs: [batch.notReadAsFriendCode] }
    : { shown: input, readAs: [batch.readAsCustomUrl] }
}

export function toMenuEntry(entry: FoundEntry, texts: Texts, { ownBans, refused }: RowNotes): MenuAccount {
  const { input, steamId, name, bans } = entry
  const tone = toneWithEarlier(toneOfRecord(bans, entry), entry.earlierBans)
  const own = ownBans.stateOf(steamId)
  const icon = signOf(tone, own, refused?.has(steamId))
  const summary = ofSteam(texts.results[tone], own, texts)
  return { steamId, name, foundBy: howFound(input, entry), icon, summary }
}

/** What a policy needs to know about an entry with a ban record; empty for other entries. */
export function toListedRecord(entry: CheckedEntry): ListedRecord[] {
  const { steamId, bans, fetchedAt } = entry
  if (steamId === undefined || bans === null || fetchedAt === undefined) return []
  const record = { steamId, bans, fetchedAt, hours: null }
  if (!isFound(entry)) return [{ ...record, profile: null }]
  const { timecreated: createdAt, isPrivate, isConfigured } = entry
  return [{ ...record, profile: { createdAt, isPrivate, isConfigured } }]
}
