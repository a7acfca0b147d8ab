import { z } from 'zod'

/** Maximum size of a filter text, so that it fits into a custom id next to the other arguments. */
const MAX_BYTES = 48

/** The part of a filter text that the buttons of a list can carry. */
export function fitFilterText(text: string): string {
  let fitting = ''
  for (const character of text.trim()) {
    if (Buffer.byteLength(fitting + character) > MAX_BYTES) break
    fitting += character
  }
  return fitting.trim()
}

/** A filter text as the argument of a custom id. */
export const toTextArgument = (text: string) => Buffer.from(text).toString('base64url')

/** Parses an argument that `toTextArgument` returned. */
export const textArgument = z
  .string()
  .regex(/^[\w-]*$/)
  .max(Math.ceil((MAX_BYTES * 4) / 3))
  .transform((argument) => Buffer.from(argument, 'base64url').toString())
