import { requireNode } from './lib/require-node.ts'

requireNode()
const { runCommand } = await import('./app/cli/run-command.ts')
process.exitCode = await runCommand(process.argv.slice(2), process.env, process.stdout, process.stderr, process.cwd())
