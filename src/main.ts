import { fileURLToPath } from 'node:url'
import { keepYoungGenerationSmall } from './lib/optimizations/young-generation.ts'
import { requireNode } from './lib/require-node.ts'

requireNode()
// With arguments it is the command line, such as `--help`; the service takes its settings from .env.
const args = process.argv.slice(2)
if (args.length > 0) {
  const { runCommand } = await import('./app/cli/run-command.ts')
  process.exitCode = await runCommand(args, process.env, process.stdout, process.stderr, process.cwd())
} else {
  keepYoungGenerationSmall()
  const { startProgram } = await import('./app/program.ts')
  await startProgram(process.env, {
    pageFolder: fileURLToPath(new URL('../page', import.meta.url)),
    listWorker: new URL('./bans/formats/list-worker.js', import.meta.url),
  })
}
