import { resolve } from 'node:path'
import { backUpDatabase, backUpToFolder } from '../../database/back-up.ts'
import { systemClock } from '../../lib/clock.ts'
import type { CliCommand } from './cli-command.ts'

export const backup: CliCommand = {
  usage: ['<new file>', '--keep <number> <folder>'],
  arguments: [1],
  options: { keep: { type: 'string' } },
  async run({ database: { url }, environment, options }, given = '') {
    const from = { clock: systemClock, environment }
    const to = resolve(given)
    const keep = options?.['keep']
    const { path, isNoted, deleted } =
      typeof keep === 'string'
        ? await backUpToFolder(url, to, readNumber(keep), from)
        : { path: to, deleted: [], ...(await backUpDatabase(url, to, from)) }
    return [
      `The database was copied to ${path}.`,
      ...deleted.map((old) => `${old} was deleted.`),
      ...(isNoted
        ? []
        : ['The time could not be stored in the database, so /status and the metrics do not know of this backup.']),
    ].join('\n')
  },
}

function readNumber(keep: string): number {
  if (/^[1-9]\d*$/.test(keep)) return Number(keep)
  throw new Error(`--keep needs the number of backups to keep, 1 or more, not "${keep}".`)
}
