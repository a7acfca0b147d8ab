import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { addExample } from '../../packages/sim-steam/src/example.ts'
import { EXAMPLE_ID } from '../../src/accounts/http/examples.ts'
import { ask } from '../support/ask.ts'
import { FILE_TOKEN, usePolicyFile } from '../support/policy-file.ts'
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

const service = await useService({ POLICY_FILE: usePolicyFile() })
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

/** Generates the sources that the programs import, and compiles them, once. */
beforeAll(async () => {
  await run(join(PROJECT, 'node_modules/openapi-typescript/bin/cli.js'), [DOCUMENT, '--output', join(BUILD, 'api.ts')])
  await run(OAZAPFTS, [DOCUMENT, join(BUILD, 'functions.ts')])
  const compiler = join(PROJECT, 'node_modules/typescript/bin/tsc')
  await run(compiler, ['--project', PROJECT])
  await run(compiler, ['--project', join(PROJECT, 'tsconfig.functions.json')])
}, LONG)

test('functions that oazapfts generates compile, with the names of the client, and reach the service', async () => {
  const output = await run(join(BUILD, 'generated-functions.js'), [service.url, EXAMPLE_ID])
  expect(JSON.parse(output)).toEqual({ name: 'Wipe Day Walker', events: 'unauthorized' })
})

test(
  'a client with generated types compiles, and the responses match the types',
  async () => {
    const gone = service.sim.world.cast.gone
    const output = await run(join(BUILD, 'client.js'), [service.url, EXAMPLE_ID, gone, FILE_TOKEN])
    expect(JSON.parse(output)).toEqual({
      name: 'Wipe Day Walker',
      isBanned: false,
      worthKnowing: [[], ['1 of 3 friends are banned']],
      sameByBody: true,
      missing: 'correct the input',
      batch: [1, ['malformed_account']],
      failed: ['malformed_account'],
      shared: [['Honest Joe', 1_640_995_200]],
      friendLists: ['known', 'known'],
      sameTwice: 'same_account',
      kills: 4118,
      items: ['Tempered AK47', 'Forest Sleeping Bag'],
      friends: [
        ['Roof Raider', true],
        ['Honest Joe', false],
        ['Quiet One', false],
      ],
      found: ['Roof Raider'],
      image: 'image/png',
      ready: true,
      verdict: ['let in', 'main'],
      verdicts: [[true, 'allow']],
      refused: 'unauthorized',
    })
  },
  LONG,
)
