const VERSION = 'v1'
/** Discord's limit. */
const MAX_LENGTH = 100

/** What a button does, with everything it takes to do it: nothing about it is kept here. */
export interface ParsedCustomId {
  action: string
  args: string[]
}

/**
 * The custom id of a button, `v1:action:word:…`, readable by any process at any time. Words must hold no colon; a change
 * of what they mean asks for a new version.
 */
export function toCustomId(action: string, ...args: (string | number)[]): string {
  const customId = [VERSION, action, ...args].join(':')
  if (customId.length > MAX_LENGTH) throw new RangeError(`the custom id ${customId} is longer than Discord takes`)
  return customId
}

/** What a custom id says, or null when it is none of ours, or of another version. */
export function parseCustomId(customId: string): ParsedCustomId | null {
  const [version, action, ...args] = customId.split(':')
  return version === VERSION && action ? { action, args } : null
}
