import { createAttachments, type Upload } from './attachments.ts'
import { compose, type Composed } from './compose.ts'
import { modalSchema } from './limits/modal.ts'
import { check, listProblems } from './limits/problems.ts'
import { createSnowflakes } from './snowflake.ts'

/**
 * Checks the body of a message against Discord's rules, without a server; `uploads` are its files, by number. Throws an error with
 * Discord's answer if Discord would reject it; `remarks` are broken rules that Discord accepts.
 */
export function checkMessage(json: unknown, uploads: ReadonlyMap<number, Upload> = new Map()): Composed {
  const attachments = createAttachments('http://127.0.0.1:1', Date.now, createSnowflakes(Date.now))
  const composed = compose(undefined, { json, uploads }, (upload) =>
    attachments.keep(upload, { folder: '1', isEphemeral: true }),
  )
  if ('refused' in composed) throw new Error(`refused: ${JSON.stringify(composed.refused)}`)
  return composed
}

/** Checks a modal against Discord's rules, without a server. Throws an error if Discord would reject it; returns the fields that it ignores. */
export function checkModal(json: unknown): string[] {
  const checked = check(modalSchema, json)
  if ('problems' in checked) throw new Error(`refused: ${listProblems(checked.problems)}`)
  return checked.unknown
}
