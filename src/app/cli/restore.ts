import { resolve } from 'node:path'
import { markRestored, restoreDatabase } from '../../database/restore.ts'
import type { RestoreOptions } from '../../database/restore-target.ts'
import { dropDue, PUBLISHED_IDS } from '../database.ts'
import { systemClock } from '../../lib/clock.ts'
import { isPostgresUrl, withoutCredentials } from '../../lib/postgres-url.ts'
import type { CliCommand } from './cli-command.ts'

export const restore: CliCommand = {
  usage: ['[--replace] <backup>', '--after-pg-restore'],
  arguments: [0, 1],
  options: { replace: { type: 'boolean' }, 'after-pg-restore': { type: 'boolean' } },
  async run({ database: { url }, environment, options: given = {} }, file) {
    const options: RestoreOptions = {
      clock: systemClock,
      publishedIds: PUBLISHED_IDS,
      dropDue,
      replaces: given['replace'] === true,
      environment,
    }
    const place = withoutCredentials(url)
    if (given['after-pg-restore'] === true) {
      if (!isPostgresUrl(url) || file !== undefined)
        throw new Error('--after-pg-restore needs a Postgres DATABASE_URL, which pg_restore has filled, and no file.')
      return [`${place} is marked as restored.`, ...whatFollows(await markRestored(url, options))].join('\n')
    }
    if (file === undefined) throw new Error('Name the backup to restore: npm run restore -- <backup>')
    const path = resolve(file)
    const { previous, dropped } = await restoreDatabase(url, path, options)
    return [
      `${path} was restored to ${place}.`,
      ...(previous ? [`The previous database is ${previous}; delete it when you no longer need it.`] : []),
      ...whatFollows(dropped),
    ].join('\n')
  },
}

const whatFollows = (dropped: number): string[] => [
  ...(dropped > 0
    ? [
        `${dropped} alerts and reports that were due will not be sent, because they may have been sent since the backup.`,
      ]
    : []),
  'Changes of bans since the backup are recorded at the next check of each account, without an alert.',
]
