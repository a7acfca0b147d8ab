import { resolve } from 'node:path'
import { backUpDatabase } from '../database/back-up.ts'
import type { CliCommand } from './cli-command.ts'

export const backup: CliCommand = {
  usage: ['<new file>'],
  async run({ database }, file = '') {
    const path = resolve(file)
    await backUpDatabase(database.url, path)
    return `The database was copied to ${path}.`
  },
}
