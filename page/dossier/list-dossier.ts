import { withoutTradeToken } from '../../src/text/account-input.ts'
import { countEntries } from '../../src/accounts/presentation/batch-entries.ts'
import { stripInvisible } from '../../src/lib/visible-text.ts'
import { type Address, MAX_ACCOUNTS_IN_URL } from '../address.ts'
import type { Formats } from '../format.ts'
import { formatBannedCount, formatOtherCounts } from '../list-counts.ts'
import { factsOf, isChecked, oldestRecordAt } from '../state/account-list.ts'
import type { ListEntry, PastedRest } from '../state/account-list.ts'
import { sortRows } from '../state/list-rows.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import { formatEntry } from './list-entry.ts'
import { type DossierSource, formatSource } from './source.ts'

/** Maximum number of unrecognized lines that are quoted. */
const MAX_LINES = 100
const MAX_LINE_CHARACTERS = 120

interface ListParts {
  address: Pick<Address, 'accounts' | 'beyond'>
  entries: readonly ListEntry[]
  /** The content of the pasted text besides the accounts of the list. */
  pasted: PastedRest | null
}

/** Formats a list of accounts as plain text for a ticket, most severe first. */
export function formatListDossier(
  { address, entries, pasted }: ListParts,
  source: DossierSource,
  texts: PageTexts,
  formats: Formats,
): string {
  const sections = [
    formatHead(entries, texts),
    sortRows(entries, 'severity', texts.language).map((entry) => `- ${formatEntry(entry, texts)}`),
    ...(address.beyond > 0
      ? [[texts.page.box.leftOut({ count: address.beyond, limit: address.accounts.length })]]
      : []),
    ...(pasted && pasted.notRecognized.length > 0 ? [formatNotRecognized(pasted, texts)] : []),
    formatOrigin(entries, source, texts, formats),
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function formatHead(entries: readonly ListEntry[], { accounts, page }: PageTexts): string[] {
  const checked = entries.filter(isChecked)
  const counts = countEntries(checked.map(factsOf))
  const bannedCount = formatBannedCount(counts, accounts)
  return [
    page.dossier.heading({ name: accounts.batch.title({ count: entries.length }) }),
    ...(bannedCount === null ? [] : [bannedCount]),
    ...formatOtherCounts(counts, entries.length - checked.length, accounts),
  ]
}

/** Quotes the lines without a recognized account. Repeated accounts are not quoted, because they are in the list already. */
function formatNotRecognized({ notRecognized }: PastedRest, { accounts }: PageTexts): string[] {
  const lines = notRecognized.slice(0, MAX_LINES)
  const more = notRecognized.length - lines.length
  return [
    `${accounts.batch.notRecognized({ count: notRecognized.length })}:`,
    ...lines.map((line) => `- ${stripInvisible(withoutTradeToken(line), MAX_LINE_CHARACTERS)}`),
    ...(more > 0 ? [accounts.common.leftOut({ count: more })] : []),
  ]
}

function formatOrigin(
  entries: readonly ListEntry[],
  source: DossierSource,
  texts: PageTexts,
  formats: Formats,
): string[] {
  const { dossier, box } = texts.page
  const oldest = oldestRecordAt(entries)
  return [
    ...(oldest === null ? [] : [dossier.oldestRecord({ when: formats.dateTime(oldest) })]),
    ...formatSource(source, texts, formats),
    ...(entries.length > MAX_ACCOUNTS_IN_URL ? [box.notInAddress({ limit: MAX_ACCOUNTS_IN_URL })] : []),
  ]
}
