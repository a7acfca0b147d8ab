import { useState } from 'preact/hooks'
import { moveIndex } from '../render/move-index.ts'
import {
  addField,
  changeField,
  openField,
  optionOf,
  problemOf,
  removeField,
  splitAtOption,
  toRequest,
  typeInto,
  type Draft,
} from '../state/draft.ts'
import { useApp } from './app-context.ts'
import { useSuggestions } from './use-suggestions.ts'

/** The name of the input after all options. */
export const TAIL = ''

/** A command whose options are filled, and where the user is. `onLeave` is called with the text that stays in the box. */
export function useDraft(start: Draft, onLeave: (text: string) => void) {
  const { texts, actions } = useApp()
  const [draft, setDraft] = useState(start)
  const [focused, setFocused] = useState(start.fields[0]?.name ?? TAIL)
  const [tail, setTail] = useState('')
  const [marked, mark] = useState<number | null>(null)
  const [isClosed, setClosed] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const { choicesOf, ...suggestions } = useSuggestions(draft, focused, tail)
  const items = isClosed ? [] : suggestions.items
  const field = draft.fields.find(({ name }) => name === focused)
  // Enter sends a command whose optional field is left empty.
  const isSkippable = field?.text === '' && optionOf(draft, focused)?.option.required !== true
  const first = suggestions.isStrict && !isSkippable ? 0 : null
  const active = items.length === 0 ? null : Math.min(marked ?? first ?? -1, items.length - 1)

  const focus = (name: string) => {
    setFocused(name)
    mark(null)
    setClosed(false)
  }
  const update = (next: Draft, name: string) => {
    setDraft(next)
    focus(name)
  }
  const names = [...draft.fields.map(({ name }) => name), TAIL]
  const problem = (name: string) => {
    const field = draft.fields.find((each) => each.name === name)
    return isChecked && field ? problemOf(draft, field, texts) : undefined
  }
  return {
    draft,
    focused,
    tail,
    items,
    title: suggestions.title,
    /** The index of the marked suggestion; null without one. */
    active: active === -1 ? null : active,
    /** Whether the focused option has one of its values. */
    isChosen: draft.fields.some(({ name, value }) => name === focused && value !== undefined),
    option: optionOf(draft, focused),
    problem,
    mark,
    focus,
    closeList: () => setClosed(true),
    change: (field: Draft['fields'][number]) => setDraft(changeField(draft, field)),
    type(name: string, text: string) {
      mark(null)
      setClosed(false)
      const split = splitAtOption(draft, name, text)
      if (name === TAIL) setTail(split ? '' : text)
      const typed = name === TAIL ? draft : typeInto(draft, name, split ? split.before : text, choicesOf(name))
      if (split) update(openField(typed, split.option.option.name), split.option.option.name)
      else setDraft(typed)
    },
    choose(index: number) {
      const item = items[index]
      if (!item) return
      setTail('')
      if (focused === TAIL) return update(addField(draft, item.value), item.value)
      const next = names[names.indexOf(focused) + 1] ?? TAIL
      update(changeField(draft, { name: focused, text: item.shown, value: item.value }), next)
    },
    submit() {
      setChecked(true)
      const wrong = draft.fields.find((field) => problemOf(draft, field, texts) !== undefined)
      if (wrong) return focus(wrong.name)
      onLeave('')
      void actions.run(toRequest(draft))
    },
    /** Removes the focused option; the first one leaves the command. */
    leaveField() {
      const before = names[names.indexOf(focused) - 1]
      if (before === undefined) onLeave(`/${draft.entry.shown}`)
      else update(focused === TAIL ? draft : removeField(draft, focused), before)
    },
    leave: () => onLeave(''),
  }
}

/** Handles a key in an input of the draft. */
export function pressInDraft(event: KeyboardEvent, editing: ReturnType<typeof useDraft>): void {
  // Enter then ends the input of a character.
  const act = event.isComposing ? undefined : actionOf(event, editing)
  if (act === undefined) return
  event.preventDefault()
  act()
}

function actionOf({ key, shiftKey, target }: KeyboardEvent, editing: ReturnType<typeof useDraft>) {
  const { items, active, isChosen, choose } = editing
  const isList = items.length > 0
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp':
      return isList ? () => editing.mark(moveIndex(active, key, items.length)) : undefined
    case 'Enter':
      return active === null || isChosen ? editing.submit : () => choose(active)
    case 'Tab':
      return isList && !shiftKey && !isChosen ? () => choose(active ?? 0) : undefined
    case 'Escape':
      return isList ? editing.closeList : editing.leave
    case 'Backspace':
      return isEmptied(target) ? editing.leaveField : undefined
    default:
      return undefined
  }
}

const isEmptied = (target: EventTarget | null) => target instanceof HTMLInputElement && target.value === ''
