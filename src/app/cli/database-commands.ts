import { resolve } from 'node:path'
import type { ParseArgsConfig } from 'node:util'
import { backUpDatabase, backUpToFolder } from '../../database/back-up.ts'
import { latestVersion } from '../../database/migrate.ts'
import { MIGRATIONS } from '../../database/migrations.ts'
import type { Upgrade } from '../../database/open-database.ts'
import { markRestored, restoreDatabase } from '../../database/restore.ts'
import type { RestoreOptions } from '../../database/restore-target.ts'
import { systemClock } from '../../lib/clock.ts'
import { isPostgresUrl, withoutCredentials } from '../../lib/postgres-url.ts'
import { dropDue, openDatabase, PUBLISHED_IDS } from '../database.ts'
import type { Settings } from '../settings/read-settings.ts'

/** What a command gets besides its arguments. */
export interface CommandSettings extends Pick<Settings, 'database' | 'store'> {
  environment?: Record<string, string | undefined> | undefined
  /** The values of the options that were given, by their names; true for an option without a value. */
  options?: Record<string, unknown>
}

/** A command of the command line, run as `npm run <name> -- <arguments>`. */
export interface CliCommand {
  /** What follows the name in each form of the command, such as `<backup>` or `<Steam ID> [--bans]`. */
  usage: string[]
  /** The numbers of arguments besides options that it accepts. */
  arguments: readonly number[]
  options?: ParseArgsConfig['options']
  /** Runs the command; resolves to a message for the operator, or rejects with an error for the operator. */
  run(settings: CommandSettings, ...args: string[]): Promise<string>
}

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
