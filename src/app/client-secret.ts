import type { Settings } from './config.ts'
import { passwordOf } from '../lib/postgres-url.ts'

/**
 * The secret with which the addresses and tokens of clients become digests in the database: known to all replicas, and not stored
 * there. Without one, IPv4 addresses could be found by trying all of them.
 */
export const clientSecret = ({ steam, database }: Pick<Settings, 'steam' | 'database'>): string =>
  `rapsheet: clients of ${steam.apiKey || passwordOf(database.url)}`
