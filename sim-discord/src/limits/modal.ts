import { z } from 'zod'
import { COMPONENT } from '../wire.ts'
import { id, stringSelect } from './controls.ts'
import { report } from './problems.ts'

const MAX_COMPONENTS = 5
const MAX_TEXT = 4000

const label = z.string().min(1).max(45)

const textInput = z.object({
  type: z.literal(COMPONENT.textInput),
  id,
  custom_id: z.string().min(1).max(100),
  /** 1 for one line, 2 for several. */
  style: z.literal([1, 2]),
  label: label.nullish(),
  value: z.string().max(MAX_TEXT).nullish(),
  placeholder: z.string().max(100).nullish(),
  required: z.boolean().nullish(),
  min_length: z.int().min(0).max(MAX_TEXT).nullish(),
  max_length: z.int().min(1).max(MAX_TEXT).nullish(),
})

const row = z
  .object({ type: z.literal(COMPONENT.row), id, components: z.array(textInput).length(1) })
  .superRefine(({ components }, context) => {
    if (components[0]?.label) return
    report(context, ['components', 0, 'label'], 'BASE_TYPE_REQUIRED', 'This field is required')
  })

const labelled = z
  .object({
    type: z.literal(COMPONENT.label),
    id,
    label,
    description: z.string().min(1).max(100).nullish(),
    component: z.discriminatedUnion('type', [textInput, stringSelect]),
  })
  .superRefine(({ component }, context) => {
    if (component.type !== COMPONENT.textInput || !component.label) return
    report(context, ['component', 'label'], 'TEXT_INPUT_COMPONENT_LABEL_FORBIDDEN', 'The label names this text input')
  })

const text = z.object({ type: z.literal(COMPONENT.text), id, content: z.string().min(1).max(MAX_TEXT) })

/** A modal, in the form a bot sends it. */
export const modalSchema = z
  .object({
    custom_id: z.string().min(1).max(100),
    title: z.string().min(1).max(45),
    components: z
      .array(z.discriminatedUnion('type', [row, labelled, text]))
      .min(1)
      .max(MAX_COMPONENTS),
  })
  .superRefine((modal, context) => {
    const seen = new Set<string>()
    for (const [index, component] of modal.components.entries()) {
      const input = inputOf(component)
      if (input === undefined) continue
      if (seen.has(input.custom_id)) {
        const message = 'Component custom id cannot be duplicated'
        report(context, ['components', index], 'COMPONENT_CUSTOM_ID_DUPLICATED', message)
      }
      seen.add(input.custom_id)
      checkLengths(input, context, index)
    }
  })

export type Modal = z.infer<typeof modalSchema>
type ModalComponent = Modal['components'][number]
/** A field of a modal. */
export type ModalInput = z.infer<typeof textInput> | z.infer<typeof stringSelect>

/** The field in a component of a modal; undefined for a text. */
export function inputOf(component: ModalComponent): ModalInput | undefined {
  if (component.type === COMPONENT.row) return component.components[0]
  return component.type === COMPONENT.label ? component.component : undefined
}

function checkLengths(input: ModalInput, context: z.RefinementCtx, index: number): void {
  if (input.type !== COMPONENT.textInput) return
  const { value, min_length: min, max_length: max } = input
  if (min && max && min > max) {
    report(context, ['components', index, 'min_length'], 'BASE_TYPE_INVALID', 'min_length exceeds max_length')
  }
  if (value && (value.length > (max ?? MAX_TEXT) || value.length < (min ?? 0))) {
    report(context, ['components', index, 'value'], 'BASE_TYPE_BAD_LENGTH', 'The value is not within the lengths')
  }
}
