import { z } from 'zod'
import { OPTION } from '../wire.ts'
import { report } from './problems.ts'

const CHAT_INPUT_NAME = /^[-_'\p{L}\p{N}]{1,32}$/u

/** The locales of Discord. */
export const LOCALES = [
  'ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi',
  'zh-CN zh-TW',
].flatMap((line) => line.split(' '))

/** Translations of a text, by Discord locale. */
export const localizations = (text: z.ZodType<string>) => z.partialRecord(z.enum(LOCALES), text).nullish()

/** The name of a chat-input command, or of an option. */
export const chatInputName = z.string().refine((name) => CHAT_INPUT_NAME.test(name) && name === name.toLowerCase(), {
  error: 'Command name is invalid',
  params: { code: 'APPLICATION_COMMAND_INVALID_NAME' },
})
/** The description that a client shows with a name. */
export const descriptionText = z.string().min(1).max(100)

const choiceSchema = z.object({
  name: z.string().min(1).max(100),
  name_localizations: localizations(z.string().min(1).max(100)),
  value: z.union([z.string().max(6000), z.number()]),
})

const HAS_CHOICES: number[] = [OPTION.string, OPTION.integer, OPTION.number]
const HAS_RANGE: number[] = [OPTION.integer, OPTION.number]
const HAS_OPTIONS: number[] = [OPTION.subcommand, OPTION.group]

/** The option types that allow each optional field. */
const FIELD_OF: Record<string, number[]> = {
  choices: HAS_CHOICES,
  autocomplete: HAS_CHOICES,
  min_value: HAS_RANGE,
  max_value: HAS_RANGE,
  min_length: [OPTION.string],
  max_length: [OPTION.string],
  channel_types: [OPTION.channel],
  file_types: [OPTION.attachment],
  options: HAS_OPTIONS,
}

/** An option, in the form a bot sends it. */
export const optionSchema = z
  .object({
    type: z.int().min(1).max(11),
    name: chatInputName,
    name_localizations: localizations(chatInputName),
    description: descriptionText,
    description_localizations: localizations(descriptionText),
    required: z.boolean().nullish(),
    autocomplete: z.boolean().nullish(),
    choices: z.array(choiceSchema).max(25).nullish(),
    min_value: z.number().nullish(),
    max_value: z.number().nullish(),
    min_length: z.int().min(0).max(6000).nullish(),
    max_length: z.int().min(1).max(6000).nullish(),
    channel_types: z.array(z.int()).nullish(),
    file_types: z.array(z.string()).nullish(),
    get options() {
      return z.array(optionSchema).max(25).nullish()
    },
  })
  .superRefine((option, context) => {
    checkFields(option, context)
    checkChoices(option, context)
    checkOptions(option.options ?? [], context)
  })

export type Option = z.infer<typeof optionSchema>

/** The fields of an option, without its choices and nested options. */
interface OptionFields {
  type: number
  required?: boolean | null | undefined
  min_value?: number | null | undefined
  max_value?: number | null | undefined
}

function checkFields(option: OptionFields, context: z.RefinementCtx): void {
  for (const [field, types] of Object.entries(FIELD_OF)) {
    const value = option[field as keyof OptionFields]
    if (value === undefined || value === null || value === false || types.includes(option.type)) continue
    report(context, [field], 'BASE_TYPE_INVALID', `An option of type ${option.type} has no ${field}`)
  }
  if (option.type === OPTION.integer && ![option.min_value ?? 0, option.max_value ?? 0].every(Number.isInteger)) {
    report(context, [], 'BASE_TYPE_INVALID', 'The range of a whole number is in whole numbers')
  }
  if (HAS_OPTIONS.includes(option.type) && option.required) {
    report(context, ['required'], 'BASE_TYPE_INVALID', 'A subcommand is not required')
  }
}

/** An option's choices, with the fields that restrict them. */
interface ChoiceFields {
  type: number
  autocomplete?: boolean | null | undefined
  choices?: { name: string; value: string | number }[] | null | undefined
}

function checkChoices({ type, autocomplete, choices }: ChoiceFields, context: z.RefinementCtx): void {
  if (!choices) return
  if (choices.length > 0 && autocomplete) {
    report(context, ['autocomplete'], 'APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES', 'Choices or autocompletion')
  }
  const wanted = type === OPTION.string ? 'string' : 'number'
  for (const [index, { value }] of choices.entries()) {
    if (typeof value === wanted && (type !== OPTION.integer || Number.isInteger(value))) continue
    report(context, ['choices', index, 'value'], 'BASE_TYPE_INVALID', `Not a value of option type ${type}`)
  }
  const names = choices.map(({ name }) => name)
  reportRepeated(context, ['choices'], names)
}

function reportRepeated(context: z.RefinementCtx, path: string[], names: string[]): void {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue
    report(
      context,
      [...path, index, 'name'],
      'APPLICATION_COMMAND_OPTIONS_NAME_INVALID',
      `The name ${name} is repeated`,
    )
  }
}

/** The rules for all options of a command or subcommand together. */
export function checkOptions(
  options: { name: string; type: number; required?: boolean | null | undefined }[],
  context: z.RefinementCtx,
): void {
  for (const [index, { required }] of options.entries()) {
    if (!required || options.slice(0, index).every((before) => before.required)) continue
    const message = 'Required options must be placed before non-required options'
    report(context, ['options', index], 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message)
  }
  const nested = options.filter(({ type }) => HAS_OPTIONS.includes(type)).length
  if (nested !== 0 && nested !== options.length) {
    report(context, ['options'], 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', 'Subcommands and options do not mix')
  }
  reportRepeated(
    context,
    ['options'],
    options.map(({ name }) => name),
  )
}
