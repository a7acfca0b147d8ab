import type { Settings } from '../settings/read-settings.ts'

/** What a command gets besides its arguments. */
export interface CommandSettings extends Pick<Settings, 'database' | 'store'> {
  /** Whether the option of the command was given. */
  hasOption?: boolean
}

/** A command of the command line, run as `npm run <name> -- <arguments>`. */
export interface CliCommand {
  /** The arguments as the usage message shows them, such as `<backup>`. */
  usage: string[]
  /** An option without a value that the command knows, such as `--bans`; undefined for none. */
  option?: string
  /** Runs the command; resolves to a message for the operator, or rejects with an error for the operator. */
  run(settings: CommandSettings, ...args: string[]): Promise<string>
}
