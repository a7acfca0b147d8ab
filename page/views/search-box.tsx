import type { TargetedEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useDroppedFile } from './use-dropped-file.ts'
import { useEnteredText } from './use-entered-text.ts'
import { useView } from './view-context.ts'

/** Length in characters from which a pasted text is looked up at once, because a text field with that many lines is slow. */
const LONG_PASTE = 20_000

/**
 * The field for accounts. It accepts any text or dropped file that names accounts. `isAlone` means that the page shows no result; the field
 * then has the focus, and its hint is visible.
 */
export function SearchBox({ isAlone }: { isAlone: boolean }) {
  const { texts } = useView()
  const { box } = texts.page
  const field = useRef<HTMLTextAreaElement>(null)
  const { lookUp, lookUpFile, refusal, isReading } = useEnteredText(field)

  useEffect(() => {
    if (isAlone) field.current?.focus()
  }, [isAlone])

  const isDropping = useDroppedFile((file) => void lookUpFile(file))

  const onSubmit = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    void lookUp(field.current?.value ?? '')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isOneLine = !field.current?.value.includes('\n')
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !(isOneLine || event.ctrlKey)) return
    event.preventDefault()
    void lookUp(field.current?.value ?? '')
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text') ?? ''
    if (text.length < LONG_PASTE) return
    event.preventDefault()
    void lookUp(text)
  }

  return (
    <form class={isAlone ? 'search' : 'search with-result'} role="search" onSubmit={onSubmit}>
      <label for="accounts">{box.label}</label>
      <div class="search-row">
        <textarea
          id="accounts"
          ref={field}
          rows={1}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-describedby="accounts-hint"
          aria-invalid={refusal !== null}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <button type="submit" class="primary" disabled={isReading}>
          {texts.accounts.buttons.lookUp}
        </button>
        <FileButton label={box.chooseFile} onFile={(file) => void lookUpFile(file)} />
      </div>
      <p id="accounts-hint" class="hint">
        {box.hint}
      </p>
      {refusal && (
        <p class="refusal" role="alert">
          <strong>{texts.errors[refusal.code].title}.</strong>{' '}
          {texts.errors[refusal.code].text({ subject: refusal.subject, when: texts.page.states.later })}
        </p>
      )}
      {isDropping && <div class="drop">{box.dropHere}</div>}
    </form>
  )
}

function FileButton({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  const choose = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (file) onFile(file)
    // Without this, choosing the same file again would fire no event.
    currentTarget.value = ''
  }
  return (
    <label class="button file">
      {label}
      <input type="file" accept=".txt,.csv,.log,.json,text/*" onChange={choose} />
    </label>
  )
}
