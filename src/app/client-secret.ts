import type { Settings } from './config.ts'
import { passwordOf } from '../lib/postgres-url.ts'

/**
 * The secret for the digests of clients' addresses and tokens in the database. All replicas know it, and it is not stored there; without a
 * secret, IPv4 addresses could be found by trying all of them.
 */
export const clientSecret = ({ steam, database }: Pick<Settings, 'steam' | 'database'>): string =>
  `rapsheet: clients of ${steam.apiKey || passwordOf(database.url)}`
