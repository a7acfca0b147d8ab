import { readPageFiles } from '../../sim-discord/src/page/page-files.ts'
import { startDiscordPage, type DiscordPage, type DiscordPageOptions } from '../../sim-discord/src/page/server.ts'

const PREFERRED_PORT = 8081

/** Opens the page of the simulated Discord, built into this folder, on port 8081, or on a free port if that one is taken; undefined if it is not built. */
export async function openDiscordPage(
  folder: string,
  options: Omit<DiscordPageOptions, 'files'>,
): Promise<DiscordPage | undefined> {
  const files = await readPageFiles(folder).catch(() => undefined)
  if (files === undefined) return undefined
  const open = (port: number) => startDiscordPage({ ...options, files, port })
  return open(PREFERRED_PORT).catch(() => open(0))
}
