// Runs a command of the built program, as in `npm run backup`. It never builds, so that a backup is possible before an upgrade is complete, by
// a user who may not write the program, and without a change of the program that runs.
import { existsSync } from 'node:fs'
import process from 'node:process'

const program = new URL('../dist/src/cli.js', import.meta.url)

/** @param {string} problem */
function fail(problem) {
  process.stderr.write(`${problem} Run "npm ci" and "npm run build", then try again.\n`)
  process.exitCode = 1
}

if (existsSync(program)) {
  void import(program.href).catch((/** @type {Error & { code?: string }} */ error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    fail(`The packages that Rapsheet needs are not installed: ${error.message}.`)
  })
} else fail('Rapsheet is not built.')
