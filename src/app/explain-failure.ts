import type { Settings } from './config.ts'
import { withoutCredentials } from '../lib/postgres-url.ts'

/**
 * An error for the operator, for one that prevents the start: the parts that share a Postgres database reject with errors of its
 * driver. Other errors stay as they are.
 */
export async function explainFailure(
  error: unknown,
  { isShared, database: { url } }: Pick<Settings, 'isShared' | 'database'>,
): Promise<unknown> {
  if (!isShared) return error
  const { explainKnown } = await import('../database/postgres/postgres-errors.ts')
  return explainKnown(withoutCredentials(url), 'cannot be used', error) ?? error
}
