import { isLoopback } from '../../lib/loopback.ts'
import type { SettingName } from './settings.ts'
import type { Settings } from './read-settings.ts'

/** The setting by which others reach lookups that ask for no token; undefined when there are no others or a token is needed. */
export function findOpenAccess({ role, http }: Pick<Settings, 'role' | 'http'>): SettingName | undefined {
  const { host, trustedProxies, publicUrl, apiTokens } = http
  if (role === 'bot' || apiTokens.length > 0) return undefined
  if (!isLoopback(host)) return 'HTTP_HOST'
  if (trustedProxies.length > 0) return 'TRUST_PROXY'
  return publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname) ? 'HTTP_PUBLIC_URL' : undefined
}
