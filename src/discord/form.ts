import {
  ComponentType,
  TextInputStyle,
  type APIModalInteractionResponseCallbackData,
  type ModalSubmitInteraction,
} from 'discord.js'
import type { OpenedForm } from './command.ts'

/** A form as Discord's modal. */
export function toModal(
  customId: string,
  { title, fields, text }: OpenedForm,
): APIModalInteractionResponseCallbackData {
  return {
    custom_id: customId,
    title,
    components: [
      ...fields.map(
        ({ name, label, description, value, maxLength, isRequired, isMultiline = false }) =>
          ({
            type: ComponentType.Label,
            label,
            ...(description === undefined ? {} : { description }),
            component: {
              type: ComponentType.TextInput,
              custom_id: name,
              style: isMultiline ? TextInputStyle.Paragraph : TextInputStyle.Short,
              max_length: maxLength,
              required: isRequired,
              ...(value === undefined || value === '' ? {} : { value }),
            },
          }) as const,
      ),
      ...(text === undefined ? [] : [{ type: ComponentType.TextDisplay, content: text } as const]),
    ],
  }
}

/** The texts that a user has entered into a form, by field name; other fields are left out. */
export function enteredTexts({ fields }: Pick<ModalSubmitInteraction, 'fields'>): Map<string, string> {
  return new Map(
    [...fields.fields.values()].flatMap((field) =>
      field.type === ComponentType.TextInput && typeof field.value === 'string' ? [[field.customId, field.value]] : [],
    ),
  )
}
