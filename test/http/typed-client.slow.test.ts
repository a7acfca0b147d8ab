import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { addExample } from '../../packages/sim-steam/src/example.ts'
import { EXAMPLE_ID } from '../../src/accounts/http/examples.ts'
import { ask } from '../support/ask.ts'
import { useService } from '../support/service.ts'

/** A compiler starts slowly on a busy machine. */
const LONG = 180_000
const PROJECT = join(import.meta.dirname, '../typed-client')
const BUILD = join(PROJECT, 'build')
const DOCUMENT = join(BUILD, 'openapi.json')
const OAZAPFTS = join(import.meta.dirname, '../../node_modules/oazapfts/dist/cli.js')
const REDOCLY = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js')

/** Runs a Node program; rejects with its output when it fails. */
async function run(program: string, args: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const done = promisify(execFile)(process.execPath, [program, ...args], { cwd: PROJECT, env })
  const { stdout } = await done.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${program} failed:\n${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

const service = await useService()
addExample(service.sim.world)

beforeAll(async () => {
  await rm(BUILD, { recursive: true, force: true })
  await mkdir(BUILD)
  await writeFile(DOCUMENT, JSON.stringify((await ask(service, '/openapi.json')).body))
}, LONG)

test(
  'redocly finds nothing in the description by its strictest recommended rules',
  async () => {
    const report = JSON.parse(
      await run(REDOCLY, ['lint', DOCUMENT, '--extends=recommended-strict', '--format=json']),
    ) as object
    expect(report).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] })
  },
  LONG,
)

test(
  'functions that oazapfts generates compile, with the names of the client, and reach the service',
  async () => {
    await run(OAZAPFTS, [DOCUMENT, join(BUILD, 'functions.ts')])
    await run(join(PROJECT, 'node_modules/typescript/bin/tsc'), ['--project', PROJECT])
    const output = await run(join(BUILD, 'generated-functions.js'), [service.url, EXAMPLE_ID])
    expect(JSON.parse(output)).toEqual({ name: 'Wipe Day Walker', events: 'unauthorized' })
  },
  LONG,
)
