import { formatAuthor } from '../../discord/author.ts'
import { MAX_EXCEPTIONS } from '../../model/policy.ts'
import { ICONS, LET_IN_ICON } from '../../lib/tone.ts'
import type { StoredException } from '../exceptions.ts'
import { questionView } from '../../discord/confirm.ts'
import { undoButtons } from '../../discord/undo.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { listView } from '../../discord/list.ts'
import type { Texts } from './texts.ts'
import { createView, row, type View, type ViewFile } from '../../discord/view.ts'
import { pageOf, relativeTime } from '../../discord/views/parts.ts'
import {
  accountCells,
  accountMenu,
  foundByLines,
  formatNameAndId,
  type ViewedAccount,
} from '../../accounts/discord/views/account-parts.ts'
import { formatExceptionEnd, formatLine } from './policy-parts.ts'
import { bannedLine, formatBanned, privateLines } from '../../bans/discord/ban-parts.ts'
import { formatTypedNote } from '../../discord/note-fields.ts'
import type { Ban } from '../../model/ban.ts'
import { formatCsvTime } from '../../lib/csv-writer.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { UndoId } from '../../model/undo.ts'
import { formatCsvEnd, tableFile } from '../../discord/views/table.ts'

type NamedAccount = Pick<ViewedAccount, 'steamId' | 'name'>

interface AddedException {
  exception: StoredException
  /** The exception that was replaced; null if there was none. */
  replaced: StoredException | null
  undo: UndoId | null
}

export function exceptionAddedView(
  { exception, replaced, undo }: AddedException,
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
  return createView('neutral', [lines.join('\n')], [row(undoButtons(undo, texts))])
}

/** The name of the action that lifts a ban and makes an exception. */
export const EXEMPT_BANNED = 'policyexemptbanned'

/** Says that the server has banned an account, and asks whether to lift the ban and make the exception that is kept under `id`. */
export function exemptBannedView(ban: Ban, id: string, reason: string, texts: Texts): View {
  const { policyExceptions: words } = texts
  const lines = [
    `### ${ICONS.restricted} ${words.isBanned({ account: formatBanned(ban, texts) })}`,
    bannedLine(ban, texts),
    ...privateLines(ban, texts),
    words.isBannedHint,
    formatTypedNote(reason, texts),
  ]
  return questionView(lines, toCustomId(EXEMPT_BANNED, id), texts)
}

export function exceptionRemovedView(
  { exception, undo }: Omit<AddedException, 'replaced'>,
  account: ViewedAccount,
  texts: Texts,
): View {
  const { policyExceptions: words } = texts
  const heading = `### 🗑️ ${words.removed({ account: formatNameAndId(account, texts) })}`
  const found = foundByLines(account.foundBy, texts)
  const facts = [`${LET_IN_ICON} ${words.letIn}`, ...exceptionLines(exception, texts), words.removedHint]
  const lines = [heading, ...found, ...facts]
  return createView('neutral', [lines.join('\n')], [row(undoButtons(undo, texts))])
}

/** The names of accounts, as far as they are known. */
type Names = ReadonlyMap<SteamId, { name: string }>

/** The message with one page of the exceptions, a menu that removes one of them, and a CSV file of all. */
export function exceptionsView(
  exceptions: readonly StoredException[],
  names: Names,
  wantedPage: number,
  texts: Texts,
): View {
  const { policyExceptions: words } = texts
  const page = pageOf(exceptions, wantedPage)
  const accountOf = ({ steamId }: StoredException) => ({ steamId, name: names.get(steamId)?.name ?? null })
  const menu = page.shown.map((exception) => ({
    ...accountOf(exception),
    icon: LET_IN_ICON,
    summary: exception.reason,
  }))
  return listView(
    {
      head: [`## 🛡️ ${words.title}`],
      page,
      format: (exception) => formatEntry(exception, accountOf(exception), texts),
      empty: words.empty,
      foot: [`-# ${texts.common.room({ count: exceptions.length, limit: MAX_EXCEPTIONS })}`],
      menu: accountMenu(menu, texts, { customId: toCustomId('policyexception'), placeholder: words.chooseToRemove }),
      toPage: (to) => toCustomId('policyexceptions', to),
      file: exceptions.length > 0 ? exceptionsTable(exceptions, accountOf, texts) : undefined,
    },
    texts,
  )
}

/** Why an account is let in, and until when. */
export const exceptionTerms = (
  { reason, until }: Pick<StoredException, 'reason' | 'until'>,
  texts: Texts,
): string[] => [
  `**${texts.form.note}** ${formatLine(reason)}`,
  ...(until === null ? [] : [`**${texts.common.until}** ${formatExceptionEnd(until, texts)}`]),
]

/** Why an account is let in, until when, and who decided that when. */
export const exceptionLines = (exception: Omit<StoredException, 'guildId'>, texts: Texts): string[] => [
  ...exceptionTerms(exception, texts),
  `-# ${texts.common.addedBy({ who: formatAuthor(exception.addedBy), when: relativeTime(exception.addedAt) })}`,
]

function formatEntry(exception: StoredException, account: NamedAccount, texts: Texts): string {
  const { reason, until, addedBy, addedAt } = exception
  const { policyExceptions: words, common } = texts
  const details = [
    common.addedBy({ who: formatAuthor(addedBy), when: relativeTime(addedAt) }),
    ...(until === null ? [] : [common.untilWhen({ when: formatExceptionEnd(until, texts) })]),
    `${texts.form.note}: ${formatLine(reason)}`,
  ]
  return `${LET_IN_ICON} ${formatNameAndId(account, texts)} · ${words.letIn}\n-# ${details.join(' · ')}`
}

const COLUMNS = ['steamId', 'name', 'reason', 'until', 'addedBy', 'addedAt', 'profile'] as const

/** Exceptions of a policy as a CSV file. All times are UTC. */
function exceptionsTable(
  exceptions: readonly StoredException[],
  accountOf: (exception: StoredException) => NamedAccount,
  texts: Texts,
): ViewFile {
  const rows = exceptions.map((exception) => ({
    ...accountCells(accountOf(exception), texts),
    reason: exception.reason,
    until: formatCsvEnd(exception.until),
    addedBy: exception.addedBy,
    addedAt: formatCsvTime(exception.addedAt),
  }))
  return tableFile('policy-exceptions.csv', COLUMNS, rows, texts)
}
