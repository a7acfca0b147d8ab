import { writeTable } from '../../src/lib/csv-writer.ts'
import {
  BATCH_COLUMNS,
  batchRow,
  toBatchRowEntry,
  unrecognizedRow,
} from '../../src/accounts/presentation/batch-rows.ts'
import type { Address } from '../address.ts'
import { saveFile } from '../save-file.ts'
import { isChecked, isFound, type ListEntry, type PastedRest } from '../state/account-list.ts'
import { CopyButton } from './copy-button.tsx'
import { useView } from './view-context.ts'

interface ListActionsProps {
  address: Address
  /** The entries, in the order in which the file lists them. */
  entries: readonly ListEntry[]
  pasted: PastedRest | null
}

/** Buttons that export the list. */
export function ListActions({ address, entries, pasted }: ListActionsProps) {
  const { texts, format, linkTo, now } = useView()
  const { actions } = texts.page
  const saveCsv = () => {
    const rows = [
      ...entries.map((entry) => batchRow(toRowEntry(entry), texts.accounts)),
      ...(pasted?.notRecognized ?? []).map((line) => unrecognizedRow(line, texts.accounts)),
    ]
    saveFile('accounts.csv', 'text/csv', writeTable(BATCH_COLUMNS, rows, texts.accounts.csv))
  }
  const makeText = async () => {
    const { formatListDossier } = await import('../dossier/list-dossier.ts')
    const link = linkTo(address)
    const source = { origin: new URL(link).origin, address: link, copiedAt: now() }
    return formatListDossier({ address, entries, pasted }, source, texts, format)
  }
  return (
    <p class="actions">
      <CopyButton label={actions.copyLink} makeText={() => Promise.resolve(linkTo(address))} />
      <CopyButton label={actions.copyText} makeText={makeText} />
      <button type="button" onClick={saveCsv}>
        {actions.downloadCsv}
      </button>
    </p>
  )
}

function toRowEntry(entry: ListEntry) {
  // Nothing is known of an account that is not checked yet.
  if (!isChecked(entry)) return { input: entry.input, code: 'unchecked', bans: null }
  return toBatchRowEntry(isFound(entry) ? entry.account : { input: entry.input, ...entry.failure })
}
