import { readFileSync } from 'node:fs'
import { judgeLicences } from './licences.ts'
import { lockfileSchema } from './lockfile.ts'

// Checks the licences of the locked packages. Runs in the project's folder, as npm does.
const failures = judgeLicences(lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8'))))
if (failures.length === 0) process.stdout.write('licences: all allowed\n')
else {
  for (const line of failures) process.stderr.write(`${line}\n`)
  process.exitCode = 1
}
