import { useState } from 'preact/hooks'
import { useView } from './view-context.ts'

interface CopyButtonProps {
  label: string
  /** Makes the text when the button is pressed. */
  text: () => string
}

/** Copies a text. A browser that refuses shows the text instead, to be copied by hand. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const { actions } = useView().texts.page
  const [outcome, setOutcome] = useState<'copied' | { refused: string } | null>(null)
  const copy = async () => {
    const copied = text()
    try {
      await navigator.clipboard.writeText(copied)
      setOutcome('copied')
    } catch {
      setOutcome({ refused: copied })
    }
  }
  return (
    <>
      <button type="button" onClick={() => void copy()} onBlur={() => outcome === 'copied' && setOutcome(null)}>
        {label}
      </button>
      <span role="status">{outcome === 'copied' && actions.copied}</span>
      {outcome !== null && outcome !== 'copied' && (
        <label class="by-hand">
          {actions.copyFailed}
          <textarea readOnly rows={4} value={outcome.refused} onFocus={({ currentTarget }) => currentTarget.select()} />
        </label>
      )}
    </>
  )
}
