import { codeBlock, ComponentType, type Message } from 'discord.js'
import { MAX_REASON_CHARACTERS } from '../model/reason.ts'
import type { FormField } from './command.ts'
import type { Texts } from './texts/texts.ts'

/** Maximum length of `until`. Valid texts are shorter, but an error can then quote a mistake. */
export const MAX_UNTIL = 40

/** The texts of the fields `reason` and `until`. */
interface Words {
  reason: string
  reasonHint: string
  until: string
  untilHint: string
}

/** The values that were typed into the fields before. */
interface TypedNote {
  reason: string
  until: string
}

/** The form fields for a note about an account (`reason`) and for the time until which it applies (`until`), filled in with `typed`. */
export const noteFields = (
  { reason, reasonHint, until, untilHint }: Words,
  typed: TypedNote = { reason: '', until: '' },
): FormField[] => [
  {
    name: 'reason',
    label: reason,
    description: reasonHint,
    value: typed.reason,
    maxLength: MAX_REASON_CHARACTERS,
    isRequired: true,
    isMultiline: true,
  },
  {
    name: 'until',
    label: until,
    description: untilHint,
    value: typed.until,
    maxLength: MAX_UNTIL,
    isRequired: false,
  },
]

/** Reads the submitted fields; `until` is null for no end. */
export function readNoteFields(fields: ReadonlyMap<string, string>): { reason: string; until: string | null } {
  const until = fields.get('until')?.trim() ?? ''
  return { reason: fields.get('reason') ?? '', until: until === '' ? null : until }
}

/**
 * The typed end as the last arguments of a custom id. It is split at its colons, because a colon separates arguments. A text that is too
 * long is left out.
 */
export const toUntilArguments = (until: string | null): string[] =>
  until === null || until.length > MAX_UNTIL ? [''] : until.split(':')

/**
 * Reads the values that were typed before an error: the note from the message about the error, the end from the arguments of its button.
 */
export const readTyped = (message: Pick<Message, 'components'>, untilArguments: string[]): TypedNote => ({
  reason: readTypedNote(message),
  until: untilArguments.join(':'),
})

/** The typed note, formatted as the last part of the message about an error. */
export const formatTypedNote = (note: string, texts: Texts) => `${texts.typedNote}\n${codeBlock(note)}`

function readTypedNote({ components }: Pick<Message, 'components'>): string {
  const contents = components
    .map((component) => component.toJSON())
    .flatMap((component) => (component.type === ComponentType.Container ? component.components : []))
    .map((part) => (part.type === ComponentType.TextDisplay ? part.content : ''))
  return /\n```\n([^]*)\n```$/.exec(contents.at(-1) ?? '')?.[1] ?? ''
}
