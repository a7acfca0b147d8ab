import { z } from 'zod'
import { steamIdSchema } from '../../model/account.ts'
import { IMPORT_LIMITS } from '../import-watches.ts'
import type { ViewFile } from '../../discord/view.ts'

/** The file in which the preview of an import stores the accounts that its Confirm button adds, so that any process can add them. */
export const IMPORT_FILE = 'rapsheet-import.json'

const VERSION = 2

const countSchema = z.int().min(0)
const leftOutSchema = z.object({
  accounts: countSchema,
  limit: z.object({ code: z.enum(IMPORT_LIMITS), limit: countSchema }).nullable(),
  overNames: countSchema,
  unresolved: countSchema,
})
const fileSchema = z.object({
  version: z.literal(VERSION),
  steamIds: z.array(steamIdSchema),
  reason: z.string(),
  leftOut: leftOutSchema,
})

/** Numbers of accounts that a preview has left out because of a limit, and of custom URLs that it did not resolve. */
export type LeftOut = z.infer<typeof leftOutSchema>
/** The accounts that an import adds, their common reason, and the numbers of accounts that the preview left out. */
export type PendingImport = Omit<z.infer<typeof fileSchema>, 'version'>

export function toImportFile(pending: PendingImport): ViewFile {
  return { name: IMPORT_FILE, data: Buffer.from(JSON.stringify({ version: VERSION, ...pending })) }
}

/** Parses the file of an import; throws for another version. */
export function readImport(text: string): PendingImport {
  const { version: _, ...pending } = fileSchema.parse(JSON.parse(text))
  return pending
}
