import { fileURLToPath } from 'node:url'
import { config } from 'dotenv'
import { keepYoungGenerationSmall } from './lib/optimizations/young-generation.ts'

keepYoungGenerationSmall()
const { runProgram } = await import('./app/program.ts')
const { parsed = {} } = config({ quiet: true })
await runProgram({
  environment: process.env,
  namesInFile: Object.keys(parsed),
  overrides: { pageFolder: fileURLToPath(new URL('../page', import.meta.url)) },
})
