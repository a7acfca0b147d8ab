import { config } from 'dotenv'
import { runCommand } from './app/cli/run-command.ts'

config({ quiet: true })
process.exitCode = await runCommand(process.argv.slice(2), process.env, process.stdout, process.stderr)
