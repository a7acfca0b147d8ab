import { fileURLToPath } from 'node:url'
import { keepYoungGenerationSmall } from './lib/optimizations/young-generation.ts'
import { requireNode } from './lib/require-node.ts'

requireNode()
keepYoungGenerationSmall()
const { startProgram } = await import('./app/program.ts')
await startProgram(process.env, {
  pageFolder: fileURLToPath(new URL('../page', import.meta.url)),
  listWorker: new URL('./bans/formats/list-worker.js', import.meta.url),
})
