import type { PageFile } from '../../protocol.ts'
import type { WireModal, WireModalInput } from '../../wire-format.ts'

/** A field of a modal with its label. */
export interface ModalField {
  label: string
  description?: string | null
  input: WireModalInput
}

/** A text, the values of chosen options, or files. */
export type ModalValue = string | readonly (string | PageFile)[]

/** What a modal was filled with, by custom id. */
export type ModalValues = Readonly<Record<string, ModalValue>>

/** The fields of a modal, and the texts between them. */
export function fieldsOf({ components }: WireModal): (ModalField | string)[] {
  return components.flatMap((component): (ModalField | string)[] => {
    if (component.type === 10) return [component.content]
    if (component.type === 1) return component.components.map((input) => ({ label: input.label ?? '', input }))
    return [{ label: component.label, description: component.description ?? null, input: component.component }]
  })
}

const inputsOf = (modal: WireModal) =>
  fieldsOf(modal).flatMap((field) => (typeof field === 'string' ? [] : [field.input]))

/** What the fields hold before the user types. */
export const startValues = (modal: WireModal): ModalValues =>
  Object.fromEntries(inputsOf(modal).map((input) => [input.custom_id, startValue(input)]))

function startValue(input: WireModalInput): ModalValue {
  if (input.type === 4) return input.value ?? ''
  return input.type === 19 ? [] : input.options.filter((option) => option.default).map(({ value }) => value)
}

/** The custom ids of fields that cannot be sent like this. */
export function wrongFields(modal: WireModal, values: ModalValues): string[] {
  return inputsOf(modal)
    .filter((input) => {
      const value = values[input.custom_id] ?? ''
      const isEmpty = typeof value === 'string' ? value.trim() === '' : value.length === 0
      if (isEmpty) return input.required ?? true
      return input.type === 4 && value.length < (input.min_length ?? 0)
    })
    .map((input) => input.custom_id)
}
