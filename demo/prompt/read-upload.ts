import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { SimFile } from '../../packages/sim-discord/src/index.ts'

/** Reads a file that the user uploads; rejects with a message for the user. */
export async function readUpload(path: string): Promise<SimFile> {
  const data = await readFile(path).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`The file ${path} cannot be read (${code}).`, { cause: error })
  })
  return { name: basename(path), data }
}
