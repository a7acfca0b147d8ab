import type { Settings } from '../settings/read-settings.ts'

/** A command of the command line, run as `npm run <name> -- <arguments>`. */
export interface CliCommand {
  /** The arguments as the usage message shows them, such as `<backup>`. */
  usage: string[]
  /** Runs the command; resolves to a message for the operator, or rejects with an error for the operator. */
  run(settings: Pick<Settings, 'database' | 'store'>, ...args: string[]): Promise<string>
}
