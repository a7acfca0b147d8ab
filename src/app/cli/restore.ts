import { resolve } from 'node:path'
import { restoreDatabase } from '../../database/restore.ts'
import { PUBLISHED_IDS } from '../database.ts'
import { systemClock } from '../../lib/clock.ts'
import { withoutCredentials } from '../../lib/postgres-url.ts'
import type { CliCommand } from './cli-command.ts'

export const restore: CliCommand = {
  usage: ['<backup>'],
  arguments: 1,
  async run({ database }, file = '') {
    const path = resolve(file)
    const previous = await restoreDatabase(database.url, path, { clock: systemClock, publishedIds: PUBLISHED_IDS })
    return [
      `${path} was restored to ${withoutCredentials(database.url)}.`,
      ...(previous ? [`The previous database is ${previous}; delete it when you no longer need it.`] : []),
      'After the next start, alerts are held until the first sweep has ended; each Discord server then gets one digest.',
    ].join('\n')
  },
}
