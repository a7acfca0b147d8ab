import { loadSettings } from '../settings/read-settings.ts'
import { messageOf } from '../../lib/thrown.ts'
import { backup } from './backup.ts'
import type { CliCommand } from './cli-command.ts'
import { forget } from './forget.ts'
import { migrate } from './migrate.ts'
import { restore } from './restore.ts'

const COMMANDS: Record<string, CliCommand> = { backup, restore, forget, migrate }

interface Output {
  write(text: string): unknown
}

/** Runs the command that the arguments name; resolves to the exit code, 0 or 1. */
export async function runCommand(
  [name = '', ...given]: string[],
  environment: Record<string, string | undefined>,
  output: Output,
  errors: Output,
): Promise<number> {
  const command = COMMANDS[name]
  const args = given.filter((arg) => arg !== command?.option)
  const hasOption = given.length - args.length === 1
  if (
    !command ||
    given.length - args.length > 1 ||
    command.usage.length !== args.length ||
    args.some((arg) => arg.startsWith('-'))
  ) {
    const known = command ? [[name, command] as const] : Object.entries(COMMANDS)
    errors.write(
      known
        .map(([name, { usage, option }]) => toUsage(name, option === undefined ? usage : [...usage, `[${option}]`]))
        .join(''),
    )
    return 1
  }
  try {
    // Only these settings are read, because a mistake in another setting must not prevent a backup.
    const { DATABASE_URL, STORE_URL } = environment
    output.write(`${await command.run({ ...loadSettings({ DATABASE_URL, STORE_URL }), hasOption }, ...args)}\n`)
    return 0
  } catch (error) {
    errors.write(`${messageOf(error)}\n`)
    return 1
  }
}

function toUsage(name: string, usage: string[]): string {
  return `Usage: npm run ${[name, ...(usage.length > 0 ? ['--'] : []), ...usage].join(' ')}\n`
}
