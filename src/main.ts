// `program.ts` stays the first import: the V8 flag that it sets must be in effect before dotenv and the rest run.
import { runProgram } from './program.ts'
import { config } from 'dotenv'

const { parsed = {} } = config({ quiet: true })
await runProgram({ environment: process.env, namesInFile: Object.keys(parsed) })
