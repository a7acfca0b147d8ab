import { useState } from 'preact/hooks'
import { useView } from './view-context.ts'

interface CopyButtonProps {
  label: string
  /** Creates the text when the button is pressed; may load code for that. */
  makeText: () => Promise<string>
}

/** The outcome: the browser may refuse to copy, and the code that creates the text may not load. */
type Outcome = 'none' | 'copied' | 'not loaded' | { refused: string }

/** Copies a text. If the browser refuses, the text is shown, so that it can be copied by hand. */
export function CopyButton({ label, makeText }: CopyButtonProps) {
  const { actions, states } = useView().texts.page
  const [outcome, setOutcome] = useState<Outcome>('none')
  const copy = async (): Promise<Outcome> => {
    const text = await makeText().catch(() => null)
    if (text === null) return 'not loaded'
    return navigator.clipboard.writeText(text).then(
      () => 'copied',
      () => ({ refused: text }),
    )
  }
  return (
    <>
      <button
        type="button"
        onClick={() => void copy().then(setOutcome)}
        onBlur={() => outcome === 'copied' && setOutcome('none')}
      >
        {label}
      </button>
      <span role="status">
        {outcome === 'copied' && actions.copied}
        {outcome === 'not loaded' && states.viewNotLoaded.text}
      </span>
      {typeof outcome === 'object' && (
        <label class="by-hand">
          {actions.copyFailed}
          <textarea readOnly rows={4} value={outcome.refused} onFocus={({ currentTarget }) => currentTarget.select()} />
        </label>
      )}
    </>
  )
}
