import { z } from 'zod'
import { BUTTON_STYLE, COMPONENT } from '../wire.ts'
import { isHttp } from './address.ts'
import { report } from './problems.ts'

/** The numeric id of a component within its message; Discord assigns one if it is missing. */
export const id = z.int().min(0).max(2_147_483_647).nullish()
const customId = z.string().min(1).max(100)
/** A snowflake. */
export const snowflake = z.string().regex(/^\d{17,20}$/, { error: 'Value is not snowflake.' })

// Emoji sequences need the `v` flag, which the TypeScript target does not allow in a literal.
const EMOJI = new RegExp('^\\p{RGI_Emoji}$', 'v')
const EMOJI_VARIATION = '\uFE0F'

const isUnicodeEmoji = (name: string): boolean => EMOJI.test(name) || EMOJI.test(`${name}${EMOJI_VARIATION}`)

const emoji = z
  .object({ id: snowflake.nullish(), name: z.string().max(32).nullish(), animated: z.boolean().nullish() })
  .superRefine((value, context) => {
    if (!value.id && !isUnicodeEmoji(value.name ?? '')) {
      report(context, ['name'], 'COMPONENT_INVALID_EMOJI', `Invalid emoji: ${JSON.stringify(value.name ?? null)}`)
    }
  })

/** A button, in the form a bot sends it. */
export const button = z
  .object({
    type: z.literal(COMPONENT.button),
    id,
    style: z.int().min(1).max(6),
    label: z.string().max(80).nullish(),
    emoji: emoji.nullish(),
    custom_id: customId.nullish(),
    url: z.string().max(512).nullish(),
    sku_id: snowflake.nullish(),
    disabled: z.boolean().nullish(),
  })
  .superRefine((value, context) => {
    const { style, label, custom_id: ownId, url, sku_id: sku } = value
    const wanted = style === BUTTON_STYLE.link ? 'url' : style === BUTTON_STYLE.premium ? 'sku_id' : 'custom_id'
    for (const [name, given] of [['custom_id', ownId] as const, ['url', url] as const, ['sku_id', sku] as const]) {
      const isGiven = given !== undefined && given !== null
      if (name === wanted && !isGiven) report(context, [name], 'BASE_TYPE_REQUIRED', 'This field is required')
      if (name !== wanted && isGiven) {
        report(context, [name], 'BUTTON_COMPONENT_FIELD_FORBIDDEN', `A button of style ${style} has no ${name}`)
      }
    }
    if (typeof url === 'string' && !isHttp(url))
      report(context, ['url'], 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')
    if (style !== BUTTON_STYLE.premium && !label && !value.emoji) {
      report(context, [], 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED', 'A button needs a label or an emoji')
    }
  })

const selectOption = z.object({
  label: z.string().min(1).max(100),
  value: z.string().min(1).max(100),
  description: z.string().max(100).nullish(),
  default: z.boolean().nullish(),
  emoji: emoji.nullish(),
})

const selectFields = {
  id,
  custom_id: customId,
  placeholder: z.string().max(150).nullish(),
  min_values: z.int().min(0).max(25).nullish(),
  max_values: z.int().min(1).max(25).nullish(),
  disabled: z.boolean().nullish(),
  required: z.boolean().nullish(),
}

/** A menu with options of the bot. */
export const stringSelect = z
  .object({
    type: z.literal(COMPONENT.stringSelect),
    ...selectFields,
    options: z.array(selectOption).min(1).max(25),
  })
  .superRefine(({ options, min_values: min, max_values: max }, context) => {
    const values = new Set<string>()
    for (const [index, { value }] of options.entries()) {
      if (values.has(value)) {
        const path = ['options', index, 'value']
        report(context, path, 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', 'The specified option value is already used')
      }
      values.add(value)
    }
    if ((max ?? 1) > options.length || (min ?? 1) > (max ?? 1)) {
      report(context, ['max_values'], 'BASE_TYPE_INVALID', 'min_values, max_values and the number of options disagree')
    }
    if (options.filter((option) => option.default).length > (max ?? 1)) {
      report(context, ['options'], 'SELECT_COMPONENT_TOO_MANY_DEFAULTS', 'More defaults than max_values')
    }
  })

/** What the menus offer that Discord fills. */
const ENTITIES: Record<5 | 6 | 7 | 8, readonly ('user' | 'role' | 'channel')[]> = {
  [COMPONENT.userSelect]: ['user'],
  [COMPONENT.roleSelect]: ['role'],
  [COMPONENT.mentionableSelect]: ['user', 'role'],
  [COMPONENT.channelSelect]: ['channel'],
}

/** A menu of users, roles, mentionables or channels, filled by Discord. */
export const entitySelect = z
  .object({
    type: z.literal([5, 6, 7, 8]),
    ...selectFields,
    default_values: z
      .array(z.object({ id: snowflake, type: z.enum(['user', 'role', 'channel']) }))
      .max(25)
      .nullish(),
    channel_types: z.array(z.int()).nullish(),
  })
  .superRefine(({ type, min_values: min, max_values: max, default_values: defaults }, context) => {
    if ((min ?? 1) > (max ?? 1)) report(context, ['max_values'], 'BASE_TYPE_INVALID', 'min_values exceeds max_values')
    if ((defaults?.length ?? 0) > (max ?? 1)) {
      const message = 'More defaults than max_values'
      report(context, ['default_values'], 'SELECT_COMPONENT_TOO_MANY_DEFAULTS', message)
    }
    for (const [index, value] of (defaults ?? []).entries()) {
      if (ENTITIES[type].includes(value.type)) continue
      const message = `A menu of type ${type} has no ${value.type}`
      report(context, ['default_values', index, 'type'], 'BASE_TYPE_CHOICES', message)
    }
  })

export type Button = z.infer<typeof button>
export type StringSelect = z.infer<typeof stringSelect>
export type EntitySelect = z.infer<typeof entitySelect>
export type Emoji = z.infer<typeof emoji>
