import { useLayoutEffect, useRef } from 'preact/hooks'
import { CloseIcon, SendIcon } from '../render/icons.tsx'
import { optionOf, optionsLeft, type Draft } from '../state/draft.ts'
import { useApp } from './app-context.ts'
import { DraftFieldView } from './draft-field.tsx'
import { Popup, popupInput } from './popup.tsx'
import { pressInDraft, TAIL, useDraft } from './use-draft.ts'

const LIST = 'suggestions'

interface DraftEditorProps {
  start: Draft
  /** The command was sent or given up; `text` is what stays in the box. */
  onLeave: (text: string) => void
}

/** A command whose options are filled. */
export function DraftEditor({ start, onLeave }: DraftEditorProps) {
  const editing = useDraft(start, onLeave)
  const { draft, items, option } = editing
  const problem = draft.fields.map(({ name }) => editing.problem(name)).find((each) => each !== undefined)
  return (
    <>
      {items.length > 0 && (
        <Popup
          id={LIST}
          title={editing.title}
          items={items}
          active={editing.active}
          onChoose={editing.choose}
          onActive={editing.mark}
        />
      )}
      {items.length === 0 && option && (
        <p class="hint">
          <strong>{option.shown}</strong> {option.description}
        </p>
      )}
      {problem !== undefined && (
        <p class="failure" role="alert">
          {problem}
        </p>
      )}
      <DraftBox editing={editing} />
    </>
  )
}

function DraftBox({ editing }: { editing: ReturnType<typeof useDraft> }) {
  const { texts } = useApp()
  const { draft, focused, items, active } = editing
  const root = useRef<HTMLDivElement>(null)
  // Before the next key: a fast typist would lose it.
  useLayoutEffect(
    () => root.current?.querySelector<HTMLElement>(`[data-field="${focused}"]`)?.focus(),
    [focused, draft.fields.length],
  )
  const press = (event: KeyboardEvent) => pressInDraft(event, editing)
  const list = (name: string) =>
    popupInput(LIST, focused === name ? active : null, focused === name && items.length > 0)
  const focus = (name: string) => {
    if (focused !== name) editing.focus(name)
  }
  const left = optionsLeft(draft).length
  return (
    <div class="box draft" ref={root} role="group" aria-label={`/${draft.entry.shown}`}>
      <span class="draft-name">/{draft.entry.shown}</span>
      {draft.fields.map((field) => (
        <DraftFieldView
          key={field.name}
          field={field}
          label={optionOf(draft, field.name)?.shown ?? field.name}
          option={optionOf(draft, field.name)?.option}
          isWrong={editing.problem(field.name) !== undefined}
          list={list(field.name)}
          onType={(text) => editing.type(field.name, text)}
          onFile={(file) => editing.change({ name: field.name, text: file.name, file })}
          onFocus={() => focus(field.name)}
          onKeyDown={press}
        />
      ))}
      <input
        type="text"
        class="tail"
        data-field={TAIL}
        aria-label={texts.options}
        value={editing.tail}
        placeholder={left > 0 ? `+${left} ${texts.optional}` : ''}
        {...list(TAIL)}
        onInput={({ currentTarget }) => editing.type(TAIL, currentTarget.value)}
        onFocus={() => focus(TAIL)}
        onKeyDown={press}
      />
      <button type="button" class="icon-button" aria-label={texts.cancel} onClick={editing.leave}>
        <CloseIcon />
      </button>
      <button type="button" class="icon-button" aria-label={texts.send} onClick={editing.submit}>
        <SendIcon />
      </button>
    </div>
  )
}
