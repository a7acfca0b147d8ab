import { latestVersion } from '../../database/migrate.ts'
import { MIGRATIONS } from '../../database/migrations.ts'
import type { Upgrade } from '../../database/open-database.ts'
import { openDatabase } from '../database.ts'
import { isPostgresUrl, withoutCredentials } from '../../lib/postgres-url.ts'
import type { Settings } from '../settings/read-settings.ts'
import type { CliCommand } from './cli-command.ts'

/**
 * Migrates the database, for operators who do not leave that to the first start. On Postgres it also creates the table of the cache, so that
 * the service needs no right to create anything.
 */
export const migrate: CliCommand = {
  usage: [''],
  arguments: [0],
  async run(settings) {
    const { url } = settings.database
    const upgrades: Upgrade[] = []
    const database = await openDatabase(url, { onUpgrade: (upgrade) => upgrades.push(upgrade) })
    await database.close()
    if (isPostgresUrl(settings.store.url)) await createCacheTable(settings.store)
    const [upgrade] = upgrades
    const place = withoutCredentials(url)
    if (!upgrade)
      return `${place} has schema version ${latestVersion(MIGRATIONS)} or a newer one that this program can use.`
    const copy = upgrade.copy === undefined ? [] : [`A copy as it was before is ${upgrade.copy}.`]
    return [`${place} was migrated from schema version ${upgrade.from} to ${upgrade.to}.`, ...copy].join('\n')
  },
}

async function createCacheTable({ url, setting }: Settings['store']): Promise<void> {
  const { openPostgres } = await import('../../store/postgres-disk.ts')
  let failure: unknown
  const cache = await openPostgres(url, { setting, onError: (_, error) => (failure = error) })
  await cache.close()
  if (failure) throw failure
}
