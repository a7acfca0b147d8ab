import { CHANNEL_TYPE, type Guild } from './guilds.ts'
import type { Option } from './limits/options.ts'
import type { Referred } from './resolved.ts'
import { OPTION } from './wire.ts'

const MAX_TEXT = 6000

type Reject = (why: string) => never

/** The surroundings of an option's value. */
interface ValueContext {
  referred: Referred
  guild: Guild | undefined
  /** The command with its subcommand. */
  title: string
}

/** The value of an option as a bot receives it; throws where Discord's client would not send it. */
export function toValue(option: Option, text: string, context: ValueContext): string | number | boolean {
  const { title } = context
  const reject: Reject = (why) => {
    throw new Error(`${title}: ${option.name} ${why}, not ${JSON.stringify(text)}`)
  }
  if (option.choices?.length && !option.autocomplete) return toChoice(option.choices, text, reject)
  switch (option.type) {
    case OPTION.string:
      return toText(option, text, reject)
    case OPTION.integer:
    case OPTION.number:
      return toNumber(option, text, reject)
    case OPTION.boolean:
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : reject('is True or False')
    default:
      return toReference(option, text, context, reject)
  }
}

/** The id of a user, role or channel. */
function toReference(option: Option, text: string, { referred, guild }: ValueContext, reject: Reject): string {
  const roleId = findNamed(guild?.roles, text, /^(?:<@&(\d+)>|@?(.+))$/)
  const keep = (ids: string[], id: string): string => {
    ids.push(id)
    return id
  }
  switch (option.type) {
    case OPTION.user:
      return keep(referred.userIds, toUserId(text) ?? reject('is an ID or a mention'))
    case OPTION.role:
      return keep(referred.roleIds, roleId ?? reject('is a role of the guild'))
    case OPTION.channel:
      return keep(referred.channelIds, toChannelId(option, text, guild, reject))
    default:
      // The option is a user, or a mentionable: a user or a role.
      return roleId === undefined
        ? keep(referred.userIds, toUserId(text) ?? reject('is a user or a role'))
        : keep(referred.roleIds, roleId)
  }
}

function toChannelId({ channel_types: types }: Option, text: string, guild: Guild | undefined, reject: Reject): string {
  const id = findNamed(guild?.channels, text, /^(?:<#(\d+)>|#?(.+))$/) ?? reject('is a channel of the guild')
  const type = guild?.channels.get(id)?.type ?? CHANNEL_TYPE.text
  return types?.length && !types.includes(type) ? reject('is a channel of another type') : id
}

function toChoice(choices: NonNullable<Option['choices']>, text: string, reject: Reject): string | number {
  const choice = choices.find(({ name, value }) => name === text || String(value) === text)
  return choice?.value ?? reject(`is one of ${choices.map(({ name }) => name).join(', ')}`)
}

function toText({ min_length: min, max_length: max }: Option, text: string, reject: Reject): string {
  if (text.length < (min ?? 1) || text.length > (max ?? MAX_TEXT)) {
    reject(`has ${min ?? 1} to ${max ?? MAX_TEXT} characters`)
  }
  return text
}

function toNumber({ type, min_value: min, max_value: max }: Option, text: string, reject: Reject): number {
  if (type === OPTION.integer && !/^-?\d+$/.test(text)) reject('is a whole number')
  if (!/^-?\d+(\.\d+)?$/.test(text)) reject('is a number')
  const [lowest, highest] = [min ?? -(2 ** 53), max ?? 2 ** 53]
  const value = Number(text)
  if (value < lowest || value > highest) reject(`is from ${lowest} to ${highest}`)
  return value
}

function toUserId(text: string): string | undefined {
  return /^(?:<@!?)?(\d{17,20})>?$/.exec(text)?.[1]
}

/** The id of a role or channel by its mention, its id or its name, with or without the sign in front of it. */
function findNamed(
  things: ReadonlyMap<string, { id: string; name: string }> | undefined,
  text: string,
  pattern: RegExp,
): string | undefined {
  const [, mentioned, typed = ''] = pattern.exec(text) ?? []
  if (mentioned !== undefined) return things?.get(mentioned)?.id
  return things?.get(typed)?.id ?? [...(things?.values() ?? [])].find(({ name }) => name === text || name === typed)?.id
}
