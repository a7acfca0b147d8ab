import { latestVersion } from '../database/migrate.ts'
import { MIGRATIONS } from '../database/migrations.ts'
import { openDatabase, type Upgrade } from '../database/open-database.ts'
import { withoutCredentials } from '../lib/postgres-url.ts'
import type { CliCommand } from './cli-command.ts'

/** Brings the schema of the database up to date, for operators who do not leave it to the first start. */
export const migrate: CliCommand = {
  usage: [],
  async run({ database: { url } }) {
    const upgrades: Upgrade[] = []
    const database = await openDatabase(url, { onUpgrade: (upgrade) => upgrades.push(upgrade) })
    await database.close()
    const [upgrade] = upgrades
    const place = withoutCredentials(url)
    if (!upgrade)
      return `${place} has schema version ${latestVersion(MIGRATIONS)} or a newer one that this program can use.`
    const copy = upgrade.copy === undefined ? [] : [`A copy as it was before is ${upgrade.copy}.`]
    return [`${place} was migrated from schema version ${upgrade.from} to ${upgrade.to}.`, ...copy].join('\n')
  },
}
