import { runProgram } from './program.ts'
import { config } from 'dotenv'

const { parsed = {} } = config({ quiet: true })
await runProgram({ environment: process.env, namesInFile: Object.keys(parsed) })
