import type { Settings } from '../../src/app/settings/read-settings.ts'
import { startLoopback } from '../../packages/sim-discord/src/loopback.ts'

/** A port of the loopback address that is free now. */
async function freePort(): Promise<number> {
  const { url, close } = await startLoopback(0)
  await close()
  return Number(new URL(url).port)
}

/**
 * The settings with a port that is chosen before the start and a public URL for it, unless they have one: `/policy token` shows that URL to
 * game servers on this machine.
 */
export async function withPublicUrl(settings: Settings): Promise<Settings> {
  const { http } = settings
  const port = http.port === 0 ? await freePort() : http.port
  const host = http.host.includes(':') ? `[${http.host}]` : http.host
  const publicUrl = http.publicUrl ?? `${http.tls ? 'https' : 'http'}://${host}:${port}`
  return { ...settings, http: { ...http, port, publicUrl } }
}
