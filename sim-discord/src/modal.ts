import { inputOf, type Modal, type ModalInput } from './limits/modal.ts'
import { COMPONENT } from './wire.ts'

const MAX_TEXT = 4000

type TextInput = Extract<ModalInput, { type: typeof COMPONENT.textInput }>
type Menu = Exclude<ModalInput, TextInput>

/** A field of a modal. */
export interface SimField {
  customId: string
  label: string
  description: string | undefined
  placeholder: string | undefined
  /** The text in the field before the user types. */
  value: string
  isRequired: boolean
  /** Undefined without a limit of its own, and for a menu. */
  maxLength: number | undefined
  /** Whether the text may have several lines. */
  isLong: boolean
  /** The labels of a menu's options; undefined for a text. */
  options: string[] | undefined
}

/** A modal that the bot has opened for a user. */
export interface SimModal {
  customId: string
  title: string
  /** The texts between the fields, as Markdown. */
  texts: string[]
  fields: SimField[]
}

/**
 * What a user enters: by label or custom id of the field, or one text for a modal with one field. Menus take labels, or the values
 * of options that have no such label.
 */
export type ModalValues = string | Readonly<Record<string, string | readonly string[]>>

/** Creates the view of a modal. */
export function viewModal({ custom_id: customId, title, components }: Modal): SimModal {
  return {
    customId,
    title,
    texts: components.flatMap((component) => (component.type === COMPONENT.text ? [component.content] : [])),
    fields: components.flatMap((component) => {
      const input = inputOf(component)
      if (input === undefined) return []
      const isLabel = component.type === COMPONENT.label
      const label = isLabel ? component.label : 'label' in input ? input.label : undefined
      return [toField(input, label ?? '', isLabel ? component.description : undefined)]
    }),
  }
}

function toField(input: ModalInput, label: string, description: string | null | undefined): SimField {
  const isText = input.type === COMPONENT.textInput
  return {
    customId: input.custom_id,
    label,
    description: description ?? undefined,
    placeholder: input.placeholder ?? undefined,
    value: isText ? (input.value ?? '') : '',
    isRequired: input.required ?? true,
    maxLength: isText ? (input.max_length ?? undefined) : undefined,
    isLong: isText && input.style === 2,
    options: isText ? undefined : input.options.map((option) => option.label),
  }
}

/** The data of a submit with these values; throws where Discord's client would not send it. */
export function fillModal(modal: Modal, values: ModalValues): object {
  const { title, fields } = viewModal(modal)
  const given = new Map(Object.entries(typeof values === 'string' ? { [onlyField(title, fields)]: values } : values))
  const take = (field: SimField): string | readonly string[] | undefined => {
    const key = given.has(field.customId) ? field.customId : field.label
    const value = given.get(key)
    given.delete(key)
    return value
  }
  let id = 0
  const components = modal.components.map((component, index) => {
    id += 1
    const outer = { type: component.type, id }
    const input = inputOf(component)
    const field = fields.find(({ customId }) => customId === input?.custom_id)
    if (input === undefined || field === undefined) return outer
    id += 1
    const inner = {
      type: input.type,
      id,
      custom_id: input.custom_id,
      ...enter(input, take(field), `${title}: ${field.label || index}`),
    }
    return component.type === COMPONENT.row ? { ...outer, components: [inner] } : { ...outer, component: inner }
  })
  const [unknown] = given.keys()
  if (unknown !== undefined) throw new Error(`${title} has no field ${unknown}`)
  return { custom_id: modal.custom_id, components }
}

function onlyField(title: string, fields: SimField[]): string {
  const [field] = fields
  if (field === undefined || fields.length > 1) throw new Error(`${title} has ${fields.length} fields`)
  return field.customId
}

/** The value of a field as the bot receives it. */
function enter(input: ModalInput, given: string | readonly string[] | undefined, name: string): object {
  if (input.type === COMPONENT.textInput) return { value: typeText(input, String(given ?? input.value ?? ''), name) }
  return { values: chooseOptions(input, given === undefined || given === '' ? [] : [given].flat(), name) }
}

function typeText(
  { style, required, min_length: min, max_length: max }: TextInput,
  typed: string,
  name: string,
): string {
  const value = style === 1 ? typed.replaceAll(/\s*\n\s*/g, ' ') : typed
  if (value.trim() === '') {
    if (required ?? true) throw new Error(`${name} is required`)
    return value
  }
  const [fewest, most] = [min ?? 0, max ?? MAX_TEXT]
  if (value.length < fewest || value.length > most) throw new Error(`${name} has ${fewest} to ${most} characters`)
  return value
}

function chooseOptions({ options, required, min_values: min, max_values: max }: Menu, labels: string[], name: string) {
  const values = labels.map((label) => {
    const option = options.find((each) => each.label === label) ?? options.find(({ value }) => value === label)
    if (option === undefined) throw new Error(`${name} has no option ${label}`)
    return option.value
  })
  const [fewest, most] = [(required ?? true) ? (min ?? 1) : 0, max ?? 1]
  if (values.length < fewest || values.length > most) throw new Error(`${name} takes ${fewest} to ${most} options`)
  return values
}
