import type { ParseArgsConfig } from 'node:util'
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
