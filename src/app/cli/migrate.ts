import { latestVersion } from '../../database/migrate.ts'
import { MIGRATIONS } from '../../database/migrations.ts'
import { openDatabase, type Upgrade } from '../../database/open-database.ts'
import { isPostgresUrl, withoutCredentials } from '../../lib/postgres-url.ts'
import type { CliCommand } from './cli-command.ts'

/**
 * Brings the schema of the database up to date, for operators who do not leave it to the first start. On Postgres it also creates
 * what replicas and their cache need, so that the service needs no right to create anything.
 */
export const migrate: CliCommand = {
  usage: [],
  async run(settings) {
    const { url } = settings.database
    const upgrades: Upgrade[] = []
    const database = await openDatabase(url, { onUpgrade: (upgrade) => upgrades.push(upgrade) })
    await database.close()
    if (isPostgresUrl(url) || isPostgresUrl(settings.store.url)) {
      const { createSharedTables } = await import('./create-shared-tables.ts')
      await createSharedTables(settings)
    }
    const [upgrade] = upgrades
    const place = withoutCredentials(url)
    if (!upgrade)
      return `${place} has schema version ${latestVersion(MIGRATIONS)} or a newer one that this program can use.`
    const copy = upgrade.copy === undefined ? [] : [`A copy as it was before is ${upgrade.copy}.`]
    return [`${place} was migrated from schema version ${upgrade.from} to ${upgrade.to}.`, ...copy].join('\n')
  },
}
