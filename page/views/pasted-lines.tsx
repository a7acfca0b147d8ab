import { stripInvisible } from '../../src/lib/visible-text.ts'
import type { PastedRest } from '../state/account-list.ts'
import { useView } from './view-context.ts'

const MAX_LINES = 100
const MAX_LINE_CHARACTERS = 120

/** The content of a pasted text besides the accounts that were looked up. */
export function PastedLines({ pasted: { repeated, notRecognized } }: { pasted: PastedRest }) {
  const { texts } = useView()
  const { batch } = texts.accounts
  return (
    <section class="pasted">
      {repeated.length > 0 && (
        <Lines title={batch.duplicates({ count: repeated.length })} lines={[...new Set(repeated)]} />
      )}
      {notRecognized.length > 0 && (
        <Lines
          title={batch.notRecognized({ count: notRecognized.length })}
          hint={batch.namesNotRecognized}
          lines={notRecognized}
        />
      )}
    </section>
  )
}

interface LinesProps {
  title: string
  hint?: string
  lines: string[]
}

function Lines({ title, hint, lines }: LinesProps) {
  const { texts } = useView()
  return (
    <details>
      <summary>{title}</summary>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <ul>
        {lines.slice(0, MAX_LINES).map((line, index) => (
          // An index as the key, because lines may repeat and never move.
          <li key={index}>
            <bdi>{stripInvisible(line, MAX_LINE_CHARACTERS)}</bdi>
          </li>
        ))}
      </ul>
      {lines.length > MAX_LINES && <p>{texts.accounts.common.leftOut({ count: lines.length - MAX_LINES })}</p>}
    </details>
  )
}
