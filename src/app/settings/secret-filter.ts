import type { Settings } from './read-settings.ts'
import { secretsOf } from '../../lib/postgres-url.ts'

/** Matches a generated token of a policy or a tool, or most of such a token. */
const GENERATED_TOKEN = /rs[pt]_[\w-]{16,}/g

export type SecretFilter = ReturnType<typeof createSecretFilter>

/**
 * Creates a filter that removes secrets from a text, such as an error message: the secrets in settings, the secrets given to `add`, and
 * tokens of policies and tools.
 */
export function createSecretFilter({ steam, discord, http, store, database }: Settings) {
  const tokens = [...http.apiTokens, ...(http.adminToken ? [http.adminToken] : [])].map(({ text }) => text)
  const addresses = [store.url, database.url].flatMap(secretsOf)
  const secrets = new Set(
    [steam.apiKey, discord.token, ...tokens, ...addresses].filter((secret) => secret !== undefined),
  )
  return {
    add: (secret: string): void => void secrets.add(secret),
    hide(text: string): string {
      let rest = text
      for (const secret of secrets) rest = rest.replaceAll(secret, '[secret]')
      return /rs[pt]_/.test(rest) ? rest.replaceAll(GENERATED_TOKEN, '[secret]') : rest
    },
  }
}
