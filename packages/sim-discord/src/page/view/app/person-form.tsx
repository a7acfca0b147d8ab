import { useRef, useState } from 'preact/hooks'
import { useApp } from './app-context.ts'
import { LanguageField } from './language-field.tsx'
import { ProblemText } from './problem-text.tsx'
import { PermissionBoxes } from './permission-boxes.tsx'

const MAX_NAME = 32
const EMPTY = { name: '', locale: 'en-US', isModerator: true, isManager: false }

/** Adds a person whom the user can be; closed until its button is clicked. */
export function PersonForm() {
  const { texts, actions } = useApp()
  const [person, setPerson] = useState<typeof EMPTY | null>(null)
  const hasClosed = useRef(false)
  if (person === null) {
    // The form had the focus of the keyboard, which its button gets back.
    const focus = hasClosed.current ? focusOnce : null
    return (
      <button type="button" class="button secondary" ref={focus} onClick={() => setPerson(EMPTY)}>
        {texts.addPerson}
      </button>
    )
  }
  const close = () => {
    hasClosed.current = true
    setPerson(null)
  }
  const cancel = () => {
    actions.forgetProblem()
    close()
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    if (await actions.createPerson(person)) close()
  }
  return (
    <form
      class="user-panel"
      aria-label={texts.addPerson}
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') cancel()
      }}
    >
      <input
        type="text"
        aria-label={texts.name}
        placeholder={texts.name}
        required
        maxLength={MAX_NAME}
        value={person.name}
        ref={focusOnce}
        onInput={({ currentTarget }) => setPerson({ ...person, name: currentTarget.value })}
      />
      <LanguageField
        label={texts.language}
        locale={person.locale}
        onChange={(locale) => setPerson({ ...person, locale })}
      />
      <PermissionBoxes person={person} onChange={(change) => setPerson({ ...person, ...change })} />
      <ProblemText place="new-person" />
      <div class="controls">
        <button type="submit" class="button primary">
          {texts.add}
        </button>
        <button type="button" class="button secondary" onClick={cancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  )
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}
