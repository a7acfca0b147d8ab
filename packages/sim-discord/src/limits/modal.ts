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

const option = z.object({
  label: z.string().min(1).max(100),
  value: z.string().min(1).max(100),
  description: z.string().max(100).nullish(),
  default: z.boolean().nullish(),
})

const field = { id, custom_id: z.string().min(1).max(100), required: z.boolean().nullish() }

const radioGroup = z
  .object({ type: z.literal(COMPONENT.radioGroup), ...field, options: z.array(option).min(2).max(10) })
  .superRefine(({ options }, context) => checkOptions(options, 1, context))

/** How many options or files a field takes. */
const amounts = { min_values: z.int().min(0).max(10).nullish(), max_values: z.int().min(1).max(10).nullish() }

const checkboxGroup = z
  .object({ type: z.literal(COMPONENT.checkboxGroup), ...field, ...amounts, options: z.array(option).min(1).max(10) })
  .superRefine((group, context) => {
    const most = group.max_values ?? group.options.length
    checkAmounts(group, most, context)
    checkOptions(group.options, most, context)
    if (most > group.options.length) {
      report(context, ['max_values'], 'BASE_TYPE_INVALID', 'max_values exceeds the number of options')
    }
  })

const fileUpload = z
  .object({ type: z.literal(COMPONENT.fileUpload), ...field, ...amounts })
  .superRefine((upload, context) => checkAmounts(upload, upload.max_values ?? 1, context))

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
    component: z.discriminatedUnion('type', [textInput, stringSelect, fileUpload, radioGroup, checkboxGroup]),
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
type Labelled = z.infer<typeof labelled>
/** A field of a modal. */
export type ModalInput = Labelled['component']

/** The field in a component of a modal; undefined for a text. */
export function inputOf(component: ModalComponent): ModalInput | undefined {
  if (component.type === COMPONENT.row) return component.components[0]
  return component.type === COMPONENT.label ? component.component : undefined
}

/** Checks what a field of a modal needs; Discord refuses a required field that may stay empty. */
function checkAmounts(
  { min_values: min, required }: { min_values?: number | null | undefined; required?: boolean | null | undefined },
  max: number,
  context: z.RefinementCtx,
): void {
  if ((min ?? 1) > max) report(context, ['max_values'], 'BASE_TYPE_INVALID', 'min_values exceeds max_values')
  if (min === 0 && (required ?? true)) {
    report(context, ['min_values'], 'BASE_TYPE_INVALID', 'A required field takes at least one value')
  }
}

function checkOptions(options: z.infer<typeof option>[], most: number, context: z.RefinementCtx): void {
  if (new Set(options.map(({ value }) => value)).size < options.length) {
    const code = 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED'
    report(context, ['options'], code, 'The specified option value is already used')
  }
  if (options.filter((each) => each.default).length > most) {
    report(context, ['options'], 'SELECT_COMPONENT_TOO_MANY_DEFAULTS', 'More defaults than may be chosen')
  }
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
