import { resolve } from 'node:path'
import { backUpDatabase } from '../../database/back-up.ts'
import type { CliCommand } from './cli-command.ts'

export const backup: CliCommand = {
  usage: ['<new file>'],
  async run({ database }, file = '') {
    const path = resolve(file)
    const { isNoted } = await backUpDatabase(database.url, path)
    const done = `The database was copied to ${path}.`
    return isNoted
      ? done
      : `${done} The time could not be stored in the database, so /status does not know of this backup.`
  },
}
