import {
  ComponentType,
  TextInputStyle,
  type APIComponentInLabel,
  type APIModalInteractionResponseCallbackData,
  type ModalSubmitInteraction,
} from 'discord.js'
import { z } from 'zod'
import type { FieldOption, FormField, FormInput, OpenedForm, TypedFields, TypedForm } from './command.ts'
import type { DiscordFile } from './files.ts'
import type { PendingKind } from './pending.ts'

/** What was typed into a form before an error. */
export const TYPED_FORM: PendingKind<TypedForm> = {
  name: 'typed',
  schema: z.object({ customId: z.string(), typed: z.record(z.string(), z.string()) }),
}

/** A form as Discord's modal, filled in with what was typed before. */
export function toModal(
  customId: string,
  { title, fields, text }: OpenedForm,
  typed: TypedFields = {},
): APIModalInteractionResponseCallbackData {
  return {
    custom_id: customId,
    title,
    components: [
      ...fields.map(
        (field) =>
          ({
            type: ComponentType.Label,
            label: field.label,
            ...(field.description === undefined ? {} : { description: field.description }),
            component: toComponent(fillIn(field, typed[field.name])),
          }) as const,
      ),
      ...(text === undefined ? [] : [{ type: ComponentType.TextDisplay, content: text } as const]),
    ],
  }
}

function fillIn(field: FormField, typed: string | undefined): FormField {
  if (typed === undefined || field.kind === 'file') return field
  if (field.kind === 'text') return { ...field, value: typed }
  const chosen = field.kind === 'menu' ? [typed] : typed.split(' ')
  return { ...field, options: field.options.map((option) => ({ ...option, isChosen: chosen.includes(option.value) })) }
}

function toComponent(field: FormField): APIComponentInLabel {
  const custom_id = field.name
  switch (field.kind) {
    case 'text': {
      const { value, maxLength, isRequired, isMultiline = false } = field
      return {
        type: ComponentType.TextInput,
        custom_id,
        style: isMultiline ? TextInputStyle.Paragraph : TextInputStyle.Short,
        max_length: maxLength,
        required: isRequired,
        ...(value === undefined || value === '' ? {} : { value }),
      }
    }
    case 'menu':
      return {
        type: ComponentType.StringSelect,
        custom_id,
        options: field.options.map(toOption),
        ...(field.isOptional ? { required: false } : {}),
      }
    case 'checkboxes':
      return { type: ComponentType.CheckboxGroup, custom_id, options: field.options.map(toOption) }
    case 'file':
      return { type: ComponentType.FileUpload, custom_id, required: false }
  }
}

const toOption = ({ isChosen, ...option }: FieldOption) => ({ ...option, ...(isChosen ? { default: true } : {}) })

/** What a user has entered into a form. */
export function readFormInput({ fields }: Pick<ModalSubmitInteraction, 'fields'>): FormInput {
  const texts = new Map<string, string>()
  const choices = new Map<string, readonly string[]>()
  const files = new Map<string, readonly DiscordFile[]>()
  for (const field of fields.fields.values()) {
    if (field.type === ComponentType.TextInput) texts.set(field.customId, field.value)
    else if (field.type === ComponentType.FileUpload) {
      files.set(
        field.customId,
        field.values.flatMap((id) => fields.resolved?.attachments?.get(id) ?? []),
      )
    } else if ('values' in field) choices.set(field.customId, field.values)
  }
  return { texts, choices, files }
}

/** What a user has entered into a form, for filling it in again. Files cannot be filled in. */
export const typedInto = ({ texts, choices }: FormInput): TypedFields => ({
  ...Object.fromEntries(texts),
  ...Object.fromEntries([...choices].map(([name, chosen]) => [name, chosen.join(' ')])),
})
