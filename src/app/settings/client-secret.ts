import type { Settings } from './read-settings.ts'
import { passwordOf } from '../../lib/postgres-url.ts'

/**
 * The secret for the digests of clients' addresses and tokens in the database. All replicas know the secret, and the database does not
 * contain it. Without a secret, the address behind a digest could be found by computing the digests of all IPv4 addresses.
 */
export const clientSecret = ({ steam, database }: Pick<Settings, 'steam' | 'database'>): string =>
  `rapsheet: clients of ${steam.apiKey || passwordOf(database.url)}`
