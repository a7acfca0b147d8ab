import { toWireAttachment, type Attachment, type SimFile } from './attachments.ts'
import { inputOf, type Modal, type ModalInput } from './limits/modal.ts'
import { ATTACHMENT_SIZE_LIMIT, COMPONENT } from './wire.ts'

const MAX_TEXT = 4000

type TextInput = Extract<ModalInput, { type: typeof COMPONENT.textInput }>
type FileUpload = Extract<ModalInput, { type: typeof COMPONENT.fileUpload }>
/** A field with options. */
type Choice = Exclude<ModalInput, TextInput | FileUpload>

/** A field of a modal. */
export interface SimField {
  kind: 'text' | 'file' | 'menu' | 'radio' | 'checkboxes'
  customId: string
  label: string
  description: string | undefined
  placeholder: string | undefined
  /** The text in the field before the user types. */
  value: string
  isRequired: boolean
  /** The longest text; undefined without a limit of its own, and for other fields. */
  maxLength: number | undefined
  /** Whether the text may have several lines. */
  isLong: boolean
  /** The options of a choice; undefined for other fields. */
  options: SimFieldOption[] | undefined
}

/** An option of a field. */
export interface SimFieldOption {
  label: string
  description: string | undefined
  isDefault: boolean
}

/** A modal that the bot has opened for a user. */
export interface SimModal {
  customId: string
  title: string
  /** The texts between the fields, as Markdown. */
  texts: string[]
  fields: SimField[]
}

/** What a user enters into a field: a text, labels of options (or values that are no label), or files. */
export type ModalValue = string | SimFile | readonly (string | SimFile)[]

/**
 * What a user enters: by label or custom id of the field, or one text for a modal with one field. Fields that are left out keep what they
 * contain.
 */
export type ModalValues = string | Readonly<Record<string, ModalValue>>

/** Stores a file that a user uploads. */
export type KeepFile = (file: SimFile) => Attachment

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

const KINDS = {
  [COMPONENT.textInput]: 'text',
  [COMPONENT.fileUpload]: 'file',
  [COMPONENT.stringSelect]: 'menu',
  [COMPONENT.radioGroup]: 'radio',
  [COMPONENT.checkboxGroup]: 'checkboxes',
} as const satisfies Record<ModalInput['type'], SimField['kind']>

function toField(input: ModalInput, label: string, description: string | null | undefined): SimField {
  const isText = input.type === COMPONENT.textInput
  return {
    kind: KINDS[input.type],
    customId: input.custom_id,
    label,
    description: description ?? undefined,
    placeholder: ('placeholder' in input ? input.placeholder : undefined) ?? undefined,
    value: isText ? (input.value ?? '') : '',
    isRequired: input.required ?? true,
    maxLength: isText ? (input.max_length ?? undefined) : undefined,
    isLong: isText && input.style === 2,
    options:
      'options' in input
        ? input.options.map((option) => ({
            label: option.label,
            description: option.description ?? undefined,
            isDefault: option.default ?? false,
          }))
        : undefined,
  }
}

/** The data of a submit with these values; throws where Discord's client would not send it. */
export function fillModal(modal: Modal, values: ModalValues, keep: KeepFile): object {
  const { title, fields } = viewModal(modal)
  const given = new Map(Object.entries(typeof values === 'string' ? { [onlyField(title, fields)]: values } : values))
  const take = (field: SimField): ModalValue | undefined => {
    const key = given.has(field.customId) ? field.customId : field.label
    const value = given.get(key)
    given.delete(key)
    return value
  }
  const attachments: Attachment[] = []
  let id = 0
  const components = modal.components.map((component, index) => {
    id += 1
    const outer = { type: component.type, id }
    const input = inputOf(component)
    const field = fields.find(({ customId }) => customId === input?.custom_id)
    if (input === undefined || field === undefined) return outer
    id += 1
    const entered = enter(input, take(field), `${title}: ${field.label || index}`, (file) => {
      const attachment = keep(file)
      attachments.push(attachment)
      return attachment
    })
    const inner = { type: input.type, id, custom_id: input.custom_id, ...entered }
    return component.type === COMPONENT.row ? { ...outer, components: [inner] } : { ...outer, component: inner }
  })
  const [unknown] = given.keys()
  if (unknown !== undefined) throw new Error(`${title} has no field ${unknown}`)
  const uploaded = attachments.map((attachment): [string, object] => [attachment.id, toWireAttachment(attachment)])
  return {
    custom_id: modal.custom_id,
    components,
    ...(uploaded.length === 0 ? {} : { resolved: { attachments: Object.fromEntries(uploaded) } }),
  }
}

function onlyField(title: string, fields: SimField[]): string {
  const [field] = fields
  if (field === undefined || fields.length > 1) throw new Error(`${title} has ${fields.length} fields`)
  return field.customId
}

/** The value of a field as the bot receives it. */
function enter(input: ModalInput, given: ModalValue | undefined, name: string, keep: KeepFile): object {
  const parts = given === '' ? [] : given === undefined ? undefined : [given].flat()
  if (input.type === COMPONENT.fileUpload) return { values: uploadFiles(input, parts ?? [], name, keep) }
  if (parts?.some((part) => typeof part !== 'string')) throw new Error(`${name} takes no file`)
  return enterTexts(input, parts?.map(String), name)
}

/** The value of a field without files; `texts` are undefined where the user has changed nothing. */
function enterTexts(input: Exclude<ModalInput, FileUpload>, texts: string[] | undefined, name: string): object {
  switch (input.type) {
    case COMPONENT.textInput:
      return { value: typeText(input, texts?.join('\n') ?? input.value ?? '', name) }
    case COMPONENT.radioGroup:
      return { value: chooseOptions(input, texts, 1, name)[0] ?? null }
    case COMPONENT.stringSelect:
      return { values: chooseOptions(input, texts, input.max_values ?? 1, name) }
    case COMPONENT.checkboxGroup:
      return { values: chooseOptions(input, texts, input.max_values ?? input.options.length, name) }
  }
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

/** The values of the chosen options; `labels` are undefined where the user has changed nothing. */
function chooseOptions(input: Choice, labels: string[] | undefined, most: number, name: string): string[] {
  const { options } = input
  const values =
    labels?.map((label) => {
      const option = options.find((each) => each.label === label) ?? options.find(({ value }) => value === label)
      if (option === undefined) throw new Error(`${name} has no option ${label}`)
      return option.value
    }) ?? options.filter((option) => option.default).map(({ value }) => value)
  checkCount(input, values.length, most, `${name} takes`, 'options')
  return values
}

function uploadFiles(input: FileUpload, parts: (string | SimFile)[], name: string, keep: KeepFile): string[] {
  const files = parts.map((part) => {
    if (typeof part === 'string') throw new Error(`${name} takes files only`)
    return part
  })
  checkCount(input, files.length, input.max_values ?? 1, `${name} takes`, 'files')
  const large = files.find(({ data, size = data.length }) => size > ATTACHMENT_SIZE_LIMIT)
  if (large !== undefined) throw new Error(`${name}: ${large.name} is too large`)
  return files.map((file) => keep(file).id)
}

/** Throws if a field cannot take that many values; an optional field may be empty whatever its minimum is. */
function checkCount(input: Choice | FileUpload, count: number, most: number, takes: string, things: string): void {
  const isOptional = input.required === false
  const fewest = ('min_values' in input ? input.min_values : undefined) ?? 1
  if (isOptional && count === 0) return
  if (count < fewest || count > most) throw new Error(`${takes} ${isOptional ? 0 : fewest} to ${most} ${things}`)
}
