import type { FormField, FormInput } from './command.ts'
import type { DiscordFile } from './files.ts'
import type { Texts } from './texts/texts.ts'

/** Discord's limit for a text of a form. */
const MAX_PASTE = 4_000

/** A list that a user has given in a form. */
export interface GivenList {
  pasted: string
  files: readonly DiscordFile[]
}

/** The form fields for a list of many entries: a file, and a text. The hints say what each may contain. */
export const listFields = (hints: { file: string; list?: string }, { form }: Texts): FormField[] => [
  { kind: 'file', name: 'file', label: form.file, description: hints.file },
  {
    kind: 'text',
    name: 'list',
    label: form.list,
    ...(hints.list === undefined ? {} : { description: hints.list }),
    maxLength: MAX_PASTE,
    isRequired: false,
    isMultiline: true,
  },
]

/** Reads the submitted fields. */
export const readListFields = ({ texts, files }: FormInput): GivenList => ({
  pasted: texts.get('list') ?? '',
  files: files.get('file') ?? [],
})
