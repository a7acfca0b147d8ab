import { ComponentType } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { MAX_EXCEPTIONS } from '../../model/policy.ts'
import { ICONS } from '../../lib/tone.ts'
import { plainDisplayName, stripInvisible } from '../../lib/visible-text.ts'
import type { StoredException } from '../exceptions.ts'
import { dangerButton, questionView } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import type { Texts } from './texts.ts'
import { charactersLeft, createView, fileLink, fitLines, row, type View, type ViewFile } from '../../discord/view.ts'
import { pageButtons, pageLines, pageOf, relativeTime, type Page } from '../../discord/views/parts.ts'
import { foundByLines, formatNameAndId, type ViewedAccount } from '../../accounts/discord/views/account-parts.ts'
import { formatExceptionEnd, formatLine, type NamedException } from './policy-parts.ts'
import { LET_IN_ICON } from './policy-icons.ts'
import { bannedLine, banNoteLines, formatBanned } from '../../bans/discord/ban-parts.ts'
import { formatTypedNote, toUntilArguments } from '../../discord/note-fields.ts'
import type { Ban } from '../../model/ban.ts'
import { formatCsvTime } from '../../lib/csv-writer.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import { formatCsvEnd, tableFile } from '../../discord/views/table.ts'

const OPTION_CHARACTERS = 100

type NamedAccount = Pick<ViewedAccount, 'steamId' | 'name'>

interface AddedException {
  exception: StoredException
  /** The exception that was replaced; null if there was none. */
  replaced: StoredException | null
}

export function exceptionAddedView(
  { exception, replaced }: AddedException,
  account: ViewedAccount,
  texts: Texts,
): View {
  const { policyExceptions: words } = texts
  const lines = [
    `## ${LET_IN_ICON} ${words.added({ account: formatNameAndId(account, texts) })}`,
    ...foundByLines(account.foundBy, texts),
    ...exceptionLines(exception, texts),
    ...(replaced === null ? [] : [`-# ${words.insteadOf({ what: words.letIn, reason: formatLine(replaced.reason) })}`]),
  ]
  return createView('neutral', [lines.join('\n')], [])
}

/** The name of the action that lifts a ban and makes an exception. */
export const EXEMPT_BANNED = 'policyexemptbanned'

/** Says that the server has banned an account, with a button that lifts the ban and makes the exception; `typed` is repeated for that. */
export function exemptBannedView(ban: Ban, typed: { reason: string; until: string | null }, texts: Texts): View {
  const { policyExceptions: words, buttons } = texts
  const id = toCustomId(EXEMPT_BANNED, ban.steamId, ...toUntilArguments(typed.until))
  const lines = [
    `### ${ICONS.restricted} ${words.isBanned({ account: formatBanned(ban, texts) })}`,
    bannedLine(ban, texts),
    ...banNoteLines(ban, texts),
    words.isBannedHint,
    formatTypedNote(typed.reason, texts),
  ]
  return questionView(lines, [dangerButton(LET_IN_ICON, buttons.exemptBanned, id)])
}

export function exceptionRemovedView(exception: StoredException, account: NamedAccount, texts: Texts): View {
  const { policyExceptions: words } = texts
  const heading = `### 🗑️ ${words.removed({ account: formatNameAndId(account, texts) })}`
  const lines = [heading, `${LET_IN_ICON} ${words.letIn}`, ...exceptionLines(exception, texts), words.removedHint]
  return createView('neutral', [lines.join('\n')], [])
}

/** Asks whether to remove an exception: shows who added it, when and why. */
export function removeExceptionView(exception: StoredException, account: NamedAccount, texts: Texts): View {
  const { policyExceptions: words } = texts
  const heading = `### 🗑️ ${words.removeQuestion({ account: formatNameAndId(account, texts) })}`
  const lines = [heading, `${LET_IN_ICON} ${words.letIn}`, ...exceptionLines(exception, texts)]
  const id = toCustomId('policyunexcept', exception.steamId)
  return questionView(lines, [dangerButton('🗑️', texts.buttons.remove, id)], 'neutral')
}

/** The message with one page of the exceptions, a menu that removes one of them, and a CSV file of all. `wantedPage` begins at 0. */
export function exceptionsView(exceptions: NamedException[], wantedPage: number, texts: Texts): View {
  const { policyExceptions: words } = texts
  const page = pageOf(exceptions, wantedPage)
  const files = exceptions.length > 0 ? [exceptionsTable(exceptions, texts)] : []
  const head = `## 🛡️ ${words.title}`
  const foot = [
    ...pageLines(page, texts),
    `-# ${words.room({ count: exceptions.length, limit: MAX_EXCEPTIONS })}`,
  ].join('\n')
  const lines = page.shown.map((exception) => formatEntry(exception, texts))
  const room = charactersLeft([head, foot])
  const list = lines.length > 0 ? fitLines(lines, room, texts.common.leftOut) : words.empty
  return createView(
    'neutral',
    [head, list, foot, ...files.map(fileLink)],
    [...removeMenu(page, texts), row(pageButtons(page, (to) => toCustomId('policyexceptions', to), texts))],
    files,
  )
}

function exceptionLines({ reason, until, addedBy, addedAt }: StoredException, texts: Texts): string[] {
  const { common, policyExceptions } = texts
  return [
    `**${policyExceptions.note}** ${formatLine(reason)}`,
    ...(until === null ? [] : [`**${common.until}** ${formatExceptionEnd(until, texts)}`]),
    `-# ${common.addedBy({ who: formatAuthor(addedBy), when: relativeTime(addedAt) })}`,
  ]
}

function formatEntry(exception: NamedException, texts: Texts): string {
  const { reason, until, addedBy, addedAt } = exception
  const { policyExceptions: words, common } = texts
  const details = [
    common.addedBy({ who: formatAuthor(addedBy), when: relativeTime(addedAt) }),
    ...(until === null ? [] : [common.untilWhen({ when: formatExceptionEnd(until, texts) })]),
    `${words.note}: ${formatLine(reason)}`,
  ]
  const account = formatNameAndId(exception, texts)
  return `${LET_IN_ICON} ${account} · ${words.letIn}\n-# ${details.join(' · ')}`
}

function removeMenu({ shown }: Page<NamedException>, texts: Texts) {
  if (shown.length === 0) return []
  const options = shown.map(({ steamId, name, reason }) => ({
    label: name === null ? steamId : plainDisplayName(name, texts),
    value: steamId,
    description: stripInvisible(`${steamId} · ${reason}`, OPTION_CHARACTERS),
    emoji: { name: LET_IN_ICON },
  }))
  const placeholder = texts.policyExceptions.chooseToRemove
  return [row([{ type: ComponentType.StringSelect, custom_id: toCustomId('policyexception'), placeholder, options }])]
}

const COLUMNS = ['steamId', 'name', 'reason', 'until', 'addedBy', 'addedAt', 'profile'] as const

/** Exceptions of a policy as a CSV file. All times are UTC. */
function exceptionsTable(exceptions: readonly NamedException[], texts: Texts): ViewFile {
  const rows = exceptions.map(({ steamId, name, reason, until, addedBy, addedAt }) => ({
    steamId,
    name: name === null ? '' : plainDisplayName(name, texts),
    reason,
    until: formatCsvEnd(until),
    addedBy,
    addedAt: formatCsvTime(addedAt),
    profile: toProfileUrl(steamId),
  }))
  return tableFile('policy-exceptions.csv', COLUMNS, rows, texts)
}
