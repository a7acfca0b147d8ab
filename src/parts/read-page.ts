import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SettingsError, type Settings } from '../config.ts'
import type { PageFiles } from '../http/page.ts'
import { messageOf } from '../lib/thrown.ts'

/** The folder into which `npm run build` writes the page; the path differs between the compiled program and its sources. */
const BUILT = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/page' : '../../page', import.meta.url),
)

/**
 * Reads the files of the page, and of the status page; only the latter if this process does not serve the page, and undefined if
 * neither is built. Throws a SettingsError when the page is to be served and is not built.
 */
export async function readPage(
  { role, http }: Pick<Settings, 'role' | 'http'>,
  folder = BUILT,
): Promise<PageFiles | undefined> {
  const isServed = http.hasPage && role !== 'bot'
  try {
    const assets = join(folder, 'assets')
    const names = await readdir(assets)
    const read = async (name: string) => [name, await readFile(join(assets, name))] as const
    return {
      index: isServed ? await readFile(join(folder, 'index.html')) : undefined,
      status: (await readdir(folder)).includes('status.html') ? await readFile(join(folder, 'status.html')) : undefined,
      assets: new Map(await Promise.all(names.map(read))),
    }
  } catch (error) {
    if (!isServed) return undefined
    throw new SettingsError(
      `The page cannot be read from ${folder}: ${messageOf(error)}. Run "npm run build", or set PAGE=off.`,
    )
  }
}
