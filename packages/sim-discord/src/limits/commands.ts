import { z } from 'zod'
import { COMMAND } from '../wire.ts'
import { checkOptions, chatInputName, descriptionText, localizations, optionSchema } from './options.ts'
import { report, type Problem } from './problems.ts'

/** The maximum number of commands of each type. */
const MAX_COMMANDS: Record<number, number> = { [COMMAND.chatInput]: 100, [COMMAND.user]: 15, [COMMAND.message]: 15 }
const MAX_CHARACTERS = 8000
const freeName = z.string().min(1).max(32)

/** A command, in the form a bot sends it. */
export const commandSchema = z
  .object({
    id: z.string().nullish(),
    type: z.literal([COMMAND.chatInput, COMMAND.user, COMMAND.message]).nullish(),
    name: freeName,
    name_localizations: localizations(freeName),
    description: z.string().max(100).nullish(),
    description_localizations: localizations(descriptionText),
    options: z.array(optionSchema).max(25).nullish(),
    default_member_permissions: z.string().regex(/^\d+$/, { error: 'Not a string of permission bits.' }).nullish(),
    dm_permission: z.boolean().nullish(),
    nsfw: z.boolean().nullish(),
    contexts: z
      .array(z.literal([0, 1, 2]))
      .min(1)
      .nullish(),
    integration_types: z
      .array(z.literal([0, 1]))
      .min(1)
      .nullish(),
  })
  .superRefine((command, context) => {
    const type = command.type ?? COMMAND.chatInput
    if (type === COMMAND.chatInput) checkChatInput(command, context)
    else if (command.description || command.options?.length) {
      report(
        context,
        [],
        'APPLICATION_COMMAND_CONTEXT_MENU_FIELDS',
        'A menu command has neither description nor options',
      )
    }
    checkOptions(command.options ?? [], context)
    const characters = countCharacters(command)
    if (characters > MAX_CHARACTERS) {
      const message = `Command exceeds maximum size (${MAX_CHARACTERS}): ${characters} characters`
      report(context, [], 'APPLICATION_COMMAND_TOO_LARGE', message)
    }
  })

export type Command = z.infer<typeof commandSchema>

function checkChatInput(
  { name, name_localizations: names, description: text }: Command,
  context: z.RefinementCtx,
): void {
  if (!chatInputName.safeParse(name).success) {
    report(context, ['name'], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
  }
  for (const [locale, localized] of Object.entries(names ?? {})) {
    if (chatInputName.safeParse(localized).success) continue
    report(context, ['name_localizations', locale], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
  }
  if (!text) report(context, ['description'], 'BASE_TYPE_REQUIRED', 'This field is required')
}

/** The rules for all commands of an application together. */
export function checkCommands(commands: readonly Command[]): Problem[] {
  const problems: Problem[] = []
  const seen = new Set<string>()
  for (const [index, { name, type }] of commands.entries()) {
    const key = `${type ?? COMMAND.chatInput} ${name}`
    if (seen.has(key)) {
      const message = 'Application command names must be unique'
      problems.push({ path: [index, 'name'], code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message })
    }
    seen.add(key)
  }
  for (const [type, limit] of Object.entries(MAX_COMMANDS)) {
    const count = commands.filter((command) => (command.type ?? COMMAND.chatInput) === Number(type)).length
    if (count > limit) {
      const message = `${count} commands of type ${type}; an application has ${limit} at most`
      problems.push({ path: [], code: 'BASE_TYPE_MAX_LENGTH', message })
    }
  }
  return problems
}

interface Named {
  name: string
  name_localizations?: Partial<Record<string, string>> | null | undefined
  description?: string | null | undefined
  description_localizations?: Partial<Record<string, string>> | null | undefined
  value?: string | number | undefined
  choices?: Named[] | null | undefined
  options?: Named[] | null | undefined
}

/** Discord counts the longest of a text and its translations. */
function countCharacters(named: Named): number {
  const longest = (text: string | null | undefined, translations: Named['name_localizations']): number =>
    Math.max(...[text ?? '', ...Object.values(translations ?? {})].map((each) => each?.length ?? 0))
  const own =
    longest(named.name, named.name_localizations) +
    longest(named.description, named.description_localizations) +
    String(named.value ?? '').length
  return [...(named.options ?? []), ...(named.choices ?? [])].reduce((sum, part) => sum + countCharacters(part), own)
}
