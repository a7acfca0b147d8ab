import { useEffect, useState } from 'preact/hooks'
import { OPTION } from '../../../wire.ts'
import { useReader } from '../render/reader-context.ts'
import { fittingChoices, optionOf, optionsLeft, toRequest, type Choice, type Draft } from '../state/draft.ts'
import { useApp } from './app-context.ts'
import type { PopupItem } from './popup.tsx'

/** What can be chosen where the user types. */
interface Suggestions {
  title: string
  items: (PopupItem & { value: string })[]
  /** Whether the option takes these values only. */
  isStrict: boolean
  /** The values that an option of a draft takes; undefined for a text that the user types. */
  choicesOf: (name: string) => readonly Choice[] | undefined
}

/** The suggestions for the focused option; for the empty name, the options that are left. */
export function useSuggestions(draft: Draft, focused: string, tail: string): Suggestions {
  const { texts } = useApp()
  const { choosable } = useReader()
  const completions = useCompletions(draft, focused)

  const choicesOf = (name: string): readonly Choice[] | undefined => {
    const { option, choices = [] } = optionOf(draft, name) ?? {}
    const entities = (kind: 'user' | 'role' | 'channel', sign: string) =>
      choosable
        .filter(
          (each) => each.kind === kind && (kind !== 'channel' || takesChannel(option?.channel_types, each.channelType)),
        )
        .map(({ id, name }) => ({ shown: `${sign}${name}`, value: id }))
    switch (option?.type) {
      case OPTION.boolean:
        return [
          { shown: texts.yes, value: 'true' },
          { shown: texts.no, value: 'false' },
        ]
      case OPTION.user:
        return entities('user', '@')
      case OPTION.channel:
        return entities('channel', '#')
      case OPTION.role:
        return entities('role', '@')
      case OPTION.mentionable:
        return [...entities('user', '@'), ...entities('role', '@')]
      default:
        return choices.length > 0 ? choices : undefined
    }
  }

  const field = draft.fields.find(({ name }) => name === focused)
  if (field === undefined) {
    const fits = optionsLeft(draft).filter(({ shown }) => shown.toLowerCase().startsWith(tail.trim().toLowerCase()))
    const items = fits.map(({ shown, description, option }) => ({
      key: option.name,
      shown,
      about: description,
      value: option.name,
    }))
    return { title: texts.options, items, isStrict: false, choicesOf }
  }
  const strict = choicesOf(focused)
  const choices = strict === undefined ? completions : fittingChoices(strict, field)
  const items = choices.map(({ shown, value }) => ({ key: value, shown, value }))
  const shownName = optionOf(draft, focused)?.shown ?? focused
  return { title: shownName, items, isStrict: strict !== undefined, choicesOf }
}

const takesChannel = (types: readonly number[] | undefined, type = 0): boolean => !types?.length || types.includes(type)

/** The bot's completions of an option that has them. */
function useCompletions(draft: Draft, focused: string): Choice[] {
  const { actions } = useApp()
  const [choices, setChoices] = useState<Choice[]>([])
  const hasCompletions = optionOf(draft, focused)?.option.autocomplete === true
  const text = draft.fields.find(({ name }) => name === focused)?.text
  useEffect(() => {
    setChoices([])
    if (!hasCompletions) return
    let isCurrent = true
    actions.complete(toRequest(draft), focused).then(
      ({ choices }) =>
        isCurrent && setChoices(choices.map(({ name, value }) => ({ shown: name, value: String(value) }))),
      () => {
        // Without completions the user types the whole value.
      },
    )
    return () => {
      isCurrent = false
    }
  }, [hasCompletions, focused, text])
  return choices
}
