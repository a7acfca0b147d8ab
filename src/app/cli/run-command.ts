import { parseArgs } from 'node:util'
import { databasePath } from '../../database/sqlite/database-path.ts'
import { addMissing, readEnvFile, type EnvFile } from '../settings/read-env-file.ts'
import { isPostgresUrl, withoutCredentials } from '../../lib/postgres-url.ts'
import { loadSettings } from '../settings/read-settings.ts'
import { messageOf } from '../../lib/thrown.ts'
import { VERSION } from '../version.ts'
import { backup, type CliCommand, migrate, restore } from './database-commands.ts'
import { forget } from './forget.ts'

const COMMANDS = new Map<string, CliCommand>(Object.entries({ backup, restore, forget, migrate }))

const HELP = new Set(['--help', '-h', 'help'])
const VERSIONS = new Set(['--version', '-v', 'version'])

type Environment = Record<string, string | undefined>

interface Output {
  write(text: string): unknown
}

/**
 * Runs the command that the arguments name, with the settings of an environment and of `.env` in a folder; resolves to the exit code, 0 or 1.
 * Names the database first, because `.env` may be that of another folder.
 */
export async function runCommand(
  [name = '', ...given]: string[],
  environment: Environment,
  output: Output,
  errors: Output,
  folder: string,
): Promise<number> {
  if (HELP.has(name)) return print(output, usageOf(COMMANDS))
  if (VERSIONS.has(name)) return print(output, `${VERSION}\n`)
  if (name === 'check' && given.length === 0) {
    const { checkSetup } = await import('./check-setup.ts')
    return checkSetup(environment, output, folder)
  }
  const command = COMMANDS.get(name)
  const parsed = command && parse(command, given)
  if (!parsed) {
    const problem = name === '' ? 'No command is given' : `"${name}" is not a command`
    errors.write(command ? formsOf([[name, command]]) : `${problem}; there are:\n${usageOf(COMMANDS)}`)
    return 1
  }
  try {
    // Only these settings are read, because a mistake in another setting must not prevent a backup.
    const envFile = await readEnvFile(folder)
    for (const warning of envFile.warnings) errors.write(`${warning}\n`)
    const source = sourceOf(environment, envFile, folder)
    // Also for what reads the environment itself, such as the driver of Postgres.
    addMissing(environment, envFile.values)
    const { DATABASE_URL, STORE_URL } = environment
    const settings = loadSettings({ DATABASE_URL, STORE_URL })
    output.write(`Database: ${placeOf(settings.database.url)} (${source})\n`)
    output.write(`${await command.run({ ...settings, environment, options: parsed.values }, ...parsed.positionals)}\n`)
    return 0
  } catch (error) {
    errors.write(`${messageOf(error)}\n`)
    return 1
  }
}

const placeOf = (url: string) => (isPostgresUrl(url) ? withoutCredentials(url) : databasePath(url))

/** Says where the address of the database comes from. */
function sourceOf(environment: Environment, { path, values }: EnvFile, folder: string): string {
  if (environment['DATABASE_URL']?.trim()) return 'DATABASE_URL in the environment'
  if (values['DATABASE_URL']?.trim()) return `DATABASE_URL in ${path}`
  return `the default, because ${path === undefined ? `there is no .env in ${folder}` : `${path} has no DATABASE_URL`}`
}

/** The options and arguments of a command; undefined if they are not those that it has. */
function parse({ arguments: counts, options = {} }: CliCommand, args: string[]) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true })
    return counts.includes(parsed.positionals.length) ? parsed : undefined
  } catch {
    return undefined
  }
}

function print(output: Output, text: string): number {
  output.write(text)
  return 0
}

const usageOf = (commands: typeof COMMANDS) =>
  `Usage: npm start (or node dist/src/main.js): the service, with the settings of .env\nUsage: npm run check:setup: says what is set up, and what is wrong\n${formsOf(commands)}`

const formsOf = (commands: Iterable<readonly [string, CliCommand]>) =>
  [...commands].flatMap(([name, { usage }]) => usage.map((form) => toUsage(name, form))).join('')

const toUsage = (name: string, form: string) => `Usage: npm run ${name}${form === '' ? '' : ` -- ${form}`}\n`
