import {
  startDiscordPage,
  type DiscordPage,
  type DiscordPageOptions,
  type SimDiscord,
} from '../../packages/sim-discord/src/index.ts'

const PREFERRED_PORT = 8081
const STEAM_HOST = /^[a-z.]+\.steamstatic\.com$/

/**
 * Opens the demo's page of the simulated Discord on port 8081, or on a free port if that one is taken; undefined if it is not built.
 */
export async function openDiscordPage(
  discord: SimDiscord,
  options: Omit<DiscordPageOptions, 'port'>,
): Promise<DiscordPage | undefined> {
  const open = (port: number) => startDiscordPage(discord, { ...options, port })
  return open(PREFERRED_PORT)
    .catch(() => open(0))
    .catch(() => undefined)
}

/** Finds the pictures of Steam at its simulated CDN. */
export const findSteamPicture =
  (cdnUrl: string) =>
  ({ protocol, hostname, pathname, search }: URL): URL | undefined =>
    protocol === 'https:' && STEAM_HOST.test(hostname)
      ? new URL(`${cdnUrl}/${hostname}${pathname}${search}`)
      : undefined
