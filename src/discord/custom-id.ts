import { z } from 'zod'

const VERSION = 'v1'
/** Discord's limit. */
const MAX_LENGTH = 100

/** The action of a component and its arguments: the whole state of a button, so that nothing is stored for it. */
export interface ParsedCustomId {
  action: string
  args: string[]
}

/**
 * Formats the custom id of a component, `v1:action:argument:…`. Arguments contain no colon; a change of their meaning needs a
 * new version.
 */
export function toCustomId(action: string, ...args: (string | number)[]): string {
  const customId = [VERSION, action, ...args].join(':')
  if (customId.length > MAX_LENGTH) throw new RangeError(`the custom id ${customId} is longer than ${MAX_LENGTH}`)
  return customId
}

/** A custom id argument that is a number of up to `maxDigits` digits. */
export const numberArgument = (maxDigits: number) => z.string().regex(/^\d+$/).max(maxDigits).transform(Number)

/** Parses a custom id; null when it is not one of ours or of another version. */
export function parseCustomId(customId: string): ParsedCustomId | null {
  const [version, action, ...args] = customId.split(':')
  return version === VERSION && action ? { action, args } : null
}
