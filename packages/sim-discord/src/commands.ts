import { z } from 'zod'
import { json, refuse, refuseForm, type Answer } from './answer.ts'
import { checkCommands, commandSchema, type Command } from './limits/commands.ts'
import type { Option } from './limits/options.ts'
import { check } from './limits/problems.ts'
import { COMMAND } from './wire.ts'

const MAX_BODY_COMMANDS = 130

/** A deployed command. */
export interface Deployed extends Command {
  id: string
  type: 1 | 2 | 3
  version: string
}

/** The commands of one application. */
export type Commands = ReturnType<typeof createCommands>

/** Creates an application without commands. */
export function createCommands(applicationId: string, nextId: () => string) {
  let deployed: Deployed[] = []
  let puts = 0
  const listeners = new Set<() => void>()

  const deploy = (commands: Command[]): void => {
    deployed = commands.map((command) => {
      const type = command.type ?? COMMAND.chatInput
      const before = deployed.find((each) => each.type === type && each.name === command.name)
      const { id: _, version: __, ...content } = before ?? { id: '', version: '' }
      const isSame = before !== undefined && JSON.stringify(content) === JSON.stringify({ ...command, type })
      return { ...command, type, id: before?.id ?? nextId(), version: isSame ? before.version : nextId() }
    })
    for (const listener of listeners) listener()
  }

  const list = (withLocalizations: boolean): object[] =>
    deployed.map((command) => toWireCommand(command, applicationId, withLocalizations))

  const replace = (body: unknown): { answer: Answer; remarks: string[] } => {
    const checked = check(z.array(commandSchema).max(MAX_BODY_COMMANDS), body)
    const problems = 'problems' in checked ? checked.problems : checkCommands(checked.value)
    if ('problems' in checked || problems.length > 0) return { answer: refuseForm(problems), remarks: [] }
    deploy(checked.value)
    const remarks = checked.unknown.map((field) => `commands: ${field} is no field Discord knows in a request`)
    return { answer: json(200, list(true)), remarks }
  }

  return {
    /** The commands as Discord answers them. */
    list,
    byId: (id: string) => deployed.find((command) => command.id === id),
    find: (type: number, name: string) => deployed.find((command) => command.type === type && command.name === name),
    /** The number of deployments by a bot. */
    puts: () => puts,
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Answers a bot's deployment; the remarks are broken rules that Discord does not reject. */
    put(body: unknown): { answer: Answer; remarks: string[] } {
      if (!Array.isArray(body)) return { answer: refuse(400, 50035, 'Invalid Form Body'), remarks: [] }
      const result = replace(body)
      if (result.answer.status === 200) puts += 1
      return result
    },
    /** Deploys without a bot; throws if Discord would reject the commands. */
    set(commands: unknown): void {
      // Builders are serialized as in a request.
      const { answer } = replace(JSON.parse(JSON.stringify(commands)))
      if (answer.broken !== undefined) throw new Error(`Discord refuses these commands: ${answer.broken}`)
    },
  }
}

/** A command as Discord answers it: with defaults, without empty fields. */
function toWireCommand(command: Deployed, applicationId: string, withLocalizations: boolean): object {
  const { name, description, options, contexts, default_member_permissions: permissions } = command
  return {
    id: command.id,
    application_id: applicationId,
    version: command.version,
    default_member_permissions: permissions ? String(BigInt(permissions)) : (permissions ?? null),
    type: command.type,
    name,
    description: description ?? '',
    ...(withLocalizations ? localizationsOf(command) : {}),
    dm_permission: contexts ? contexts.includes(1) : (command.dm_permission ?? true),
    contexts: contexts ?? null,
    integration_types: command.integration_types ?? [0],
    nsfw: command.nsfw ?? false,
    ...(options?.length ? { options: options.map((option) => toWireOption(option, withLocalizations)) } : {}),
  }
}

function toWireOption(option: Option, withLocalizations: boolean): object {
  const { choices, options } = option
  const given = Object.entries(option).filter(
    ([field, value]) => value !== false && value !== null && value !== undefined && !field.endsWith('_localizations'),
  )
  const localize = (named: Localized): object => (withLocalizations ? localizationsOf(named) : {})
  return {
    ...Object.fromEntries(given),
    ...localize(option),
    ...(choices ? { choices: choices.map((choice) => toWireChoice(choice, withLocalizations)) } : {}),
    ...(options ? { options: options.map((each) => toWireOption(each, withLocalizations)) } : {}),
  }
}

function toWireChoice(
  { name, value, name_localizations }: NonNullable<Option['choices']>[number],
  isLocalized: boolean,
) {
  return { name, value, ...(isLocalized ? { name_localizations: name_localizations ?? null } : {}) }
}

type Localized = Pick<Option, 'name_localizations' | 'description_localizations'>

function localizationsOf(named: Localized): object {
  return {
    name_localizations: named.name_localizations ?? null,
    description_localizations: named.description_localizations ?? null,
  }
}
