import { z } from 'zod'

const VERSION = 'v1'
/** Discord's limit. */
const MAX_LENGTH = 100

/**
 * Formats the custom id of a component, `v1:action:argument:…`: the whole state of a button, so that nothing is stored for it.
 * Arguments contain no colon; a change of their meaning needs a new version.
 */
export function toCustomId(action: string, ...args: (string | number)[]): string {
  const customId = [VERSION, action, ...args].join(':')
  if (customId.length > MAX_LENGTH) throw new RangeError(`the custom id ${customId} is longer than ${MAX_LENGTH}`)
  return customId
}

/** Parses a custom id; null when it is not one of the bot's, or of another version. */
export function parseCustomId(customId: string): { action: string; args: string[] } | null {
  const [version, action, ...args] = customId.split(':')
  return version === VERSION && action ? { action, args } : null
}

/** A custom id argument that is a number of up to `maxDigits` digits. */
export const numberArgument = (maxDigits: number) => z.string().regex(/^\d+$/).max(maxDigits).transform(Number)
