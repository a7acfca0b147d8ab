import type { Settings } from '../config.ts'

/** A command of the command line, run as `npm run <name> -- <arguments>`. */
export interface CliCommand {
  /** The arguments, as shown to the operator. */
  usage: string[]
  /** Returns what to tell the operator; rejects with an error for the operator. */
  run(settings: Pick<Settings, 'database' | 'store'>, ...args: string[]): Promise<string>
}
