import { useState } from 'preact/hooks'
import { SendIcon } from '../render/icons.tsx'
import { findEntries, listEntries, matchEntry, type CommandEntry } from '../state/command-entries.ts'
import { fillDraft, openDraft, type Draft } from '../state/draft.ts'
import { useApp } from './app-context.ts'
import { DraftEditor } from './draft-editor.tsx'
import { moveIndex } from '../render/move-index.ts'
import { Popup, popupText } from './popup.tsx'
import { ProblemText } from './problem-text.tsx'

/** A draft with a number, so that a new one gets a new editor. */
interface Opened {
  draft: Draft
  number: number
}

/** The box for messages and commands. */
export function Composer() {
  const { page, person, texts, state, actions } = useApp()
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<Opened | null>(null)
  const entries = listEntries(page.commands, person)
  const channel = page.channels.find(({ id }) => id === state.channelId)

  const open = (entry: CommandEntry, rest = '') => {
    setText('')
    setOpened({ draft: fillDraft(openDraft(entry), rest), number: (opened?.number ?? 0) + 1 })
  }
  const type = (typed: string) => {
    const found = typed.startsWith('/') ? matchEntry(entries, typed.slice(1)) : undefined
    if (found) open(found.entry, found.rest)
    else setText(typed)
  }
  const send = () => {
    if (text.trim() === '') return
    setText('')
    void actions.write(text)
  }
  return (
    <div class="composer">
      <ProblemText place="channel" />
      {opened ? (
        // A person or a language has commands of its own.
        <DraftEditor
          key={`${opened.number} ${person.id} ${person.locale}`}
          start={opened.draft}
          onLeave={(left) => {
            setOpened(null)
            setText(left)
          }}
        />
      ) : (
        <TextBox
          text={text}
          name={texts.messageTo(channel?.name ?? '')}
          entries={entries}
          onType={type}
          onOpen={open}
          onSend={send}
        />
      )}
    </div>
  )
}

interface TextBoxProps {
  text: string
  name: string
  entries: readonly CommandEntry[]
  onType: (text: string) => void
  onOpen: (entry: CommandEntry) => void
  onSend: () => void
}

/** A text, or the beginning of a command with those that fit. */
function TextBox({ text, name, entries, onType, onOpen, onSend }: TextBoxProps) {
  const { texts } = useApp()
  const [active, setActive] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const found = text.startsWith('/') ? findEntries(entries, text.slice(1)) : []
  const isOpen = found.length > 0 && !isClosed
  const index = Math.min(active, found.length - 1)
  const choose = (at: number) => {
    const entry = found[at]
    if (entry) onOpen(entry)
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    // Enter then ends the input of a character.
    if (event.isComposing) return
    if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) setActive(moveIndex(index, key, found.length))
    else if (isOpen && (key === 'Enter' || (key === 'Tab' && !event.shiftKey))) choose(index)
    else if (isOpen && key === 'Escape') setClosed(true)
    else if (key === 'Enter' && !event.shiftKey) onSend()
    else return
    event.preventDefault()
  }
  return (
    <>
      {isOpen && (
        <Popup
          id="commands"
          title={texts.commands}
          items={found.map((entry) => ({ key: entry.shown, shown: `/${entry.shown}`, about: entry.description }))}
          active={index}
          onChoose={choose}
          onActive={setActive}
        />
      )}
      {text.startsWith('/') && found.length === 0 && <p class="hint">{texts.noCommand}</p>}
      <div class="box">
        <textarea
          rows={Math.min(6, text.split('\n').length)}
          aria-label={name}
          placeholder={name}
          value={text}
          {...popupText('commands', isOpen ? index : null)}
          // The box gets the focus when a command is left, but not from the rest of the page when it appears.
          ref={focusAfterDraft}
          onInput={({ currentTarget }) => {
            setClosed(false)
            setActive(0)
            onType(currentTarget.value)
          }}
          onKeyDown={press}
        />
        <button type="button" class="icon-button" aria-label={texts.send} onClick={onSend}>
          <SendIcon />
        </button>
      </div>
    </>
  )
}

function focusAfterDraft(element: HTMLTextAreaElement | null): void {
  if (document.activeElement === document.body || document.activeElement === null) element?.focus()
}
