import { resolve } from 'node:path'
import { restoreDatabase } from '../../database/restore.ts'
import { dropDue, PUBLISHED_IDS } from '../database.ts'
import { systemClock } from '../../lib/clock.ts'
import { withoutCredentials } from '../../lib/postgres-url.ts'
import type { CliCommand } from './cli-command.ts'

export const restore: CliCommand = {
  usage: ['<backup>'],
  arguments: 1,
  async run({ database }, file = '') {
    const path = resolve(file)
    const options = { clock: systemClock, publishedIds: PUBLISHED_IDS, dropDue }
    const { previous, dropped } = await restoreDatabase(database.url, path, options)
    return [
      `${path} was restored to ${withoutCredentials(database.url)}.`,
      ...(previous ? [`The previous database is ${previous}; delete it when you no longer need it.`] : []),
      ...(dropped > 0
        ? [
            `${dropped} alerts and reports that were due will not be sent, because they may have been sent since the backup.`,
          ]
        : []),
      'Changes of bans since the backup are recorded at the next check of each account, without an alert.',
    ].join('\n')
  },
}
