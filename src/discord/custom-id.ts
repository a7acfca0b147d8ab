import { z } from 'zod'

const VERSION = 'v1'
/** Discord's limit for a custom id. */
const MAX_LENGTH = 100

/**
 * Formats the custom id of a component as `v1:action:argument:…`. What does not fit is kept as `pending`,
 * and its id is an argument. Arguments contain no colon; a change of their meaning needs a new version.
 * @example
 *   toCustomId('lookup', 'open', '76561197960287930') // 'v1:lookup:open:76561197960287930'
 */
export function toCustomId(action: string, ...args: (string | number)[]): string {
  const customId = [VERSION, action, ...args].join(':')
  if (customId.length > MAX_LENGTH) throw new RangeError(`the custom id ${customId} is longer than ${MAX_LENGTH}`)
  return customId
}

/**
 * Parses a custom id; null for a custom id that is not from this bot, or from another version of the format.
 * @example
 *   parseCustomId('v1:lookup:open:76561197960287930') // { action: 'lookup', args: ['open', '76561197960287930'] }
 */
export function parseCustomId(customId: string): { action: string; args: string[] } | null {
  const [version, action, ...args] = customId.split(':')
  return version === VERSION && action ? { action, args } : null
}

/** A custom id argument that is a number of up to `maxDigits` digits. */
export const numberArgument = (maxDigits: number) => z.string().regex(/^\d+$/).max(maxDigits).transform(Number)

/** An account that fits into a custom id: a SteamID64, custom URL or friend code. */
const SHORT_FORM = /^[A-Za-z0-9_-]{2,32}$/

/** Whether an account can be an argument of a custom id. */
export const isShortForm = (account: string) => SHORT_FORM.test(account)

/** The argument of a custom id that names an account. */
export const accountArgument = z.string().regex(SHORT_FORM)
