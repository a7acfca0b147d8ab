import { z } from 'zod'
import { steamIdSchema } from '../model/account.ts'
import type { ViewFile } from './view.ts'

/** The file in which the preview of an import stores what its Confirm button adds, so that any process can do it. */
export const IMPORT_FILE = 'rapsheet-import.json'

const VERSION = 1

const fileSchema = z.object({ version: z.literal(VERSION), steamIds: z.array(steamIdSchema), reason: z.string() })

/** The accounts that an import adds, and the reason for all of them. */
export type PendingImport = Omit<z.infer<typeof fileSchema>, 'version'>

export function toImportFile({ steamIds, reason }: PendingImport): ViewFile {
  return { name: IMPORT_FILE, data: Buffer.from(JSON.stringify({ version: VERSION, steamIds, reason })) }
}

/** Parses such a file; throws when it is of another version. */
export function readImport(text: string): PendingImport {
  const { steamIds, reason } = fileSchema.parse(JSON.parse(text))
  return { steamIds, reason }
}
