import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXAMPLE_ID } from '../../src/accounts/http/examples.ts'
import { cutAnswer, errorAnswer, htmlAnswer } from '../support/faulty-proxy.ts'
import { testMirror } from '../support/mirror-tests.ts'
import { runProgram } from '../../packages/sim-discord/test/run-program.ts'
import { sampleServiceForTest } from '../support/sample-service.ts'

const ROOT = join(import.meta.dirname, '../..')
/** npm and the compiler start slowly on a busy machine. */
const LONG = 180_000

let folder = ''

const run = async (program: string, args: string[], env: Record<string, string> = {}) => {
  const output = await runProgram(program, args, { cwd: folder, env })
  return { ...output, lines: output.stdout.trimEnd().split('\n') }
}

/** Packs the client and installs it in an empty folder beside the samples, as its README says. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rapsheet-'))
  const pack = ['pack', '--workspace', 'packages/client', '--pack-destination', folder, '--json']
  const packed = await runProgram('npm', pack, { cwd: ROOT })
  expect(packed).toMatchObject({ code: 0 })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/client/package.json'), 'utf8')) as {
    version: string
  }
  mkdirSync(join(folder, 'tool'))
  folder = join(folder, 'tool')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  cpSync(join(ROOT, 'docs/tools/samples'), folder, { recursive: true })
  const install = ['install', '--offline', '--no-audit', '--no-fund', `../rapsheet-client-${version}.tgz`]
  expect(await run('npm', install)).toMatchObject({ code: 0 })
  return () => rmSync(join(folder, '..'), { recursive: true })
}, LONG)

test(
  'the package has no dependencies, its licence and its types, which a program compiles against',
  async () => {
    const installed = join(folder, 'node_modules/rapsheet-client')
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      dependencies?: object
    }
    expect(dependencies).toBeUndefined()
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
    writeFileSync(
      join(folder, 'tool.mts'),
      `import { createClient, type Verdict } from 'rapsheet-client'
const word: Promise<Verdict['verdict']> = createClient().getVerdict('a').then(({ verdict }) => verdict)
// @ts-expect-error A verdict is more than two words.
const tooFew: Promise<'allow' | 'deny'> = word
void tooFew
`,
    )
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
    const libraries = ['--lib', 'ES2023,DOM', '--types', '']
    const options = ['--noEmit', '--strict', '--module', 'NodeNext', '--target', 'ES2023', ...libraries]
    expect(await run(process.execPath, [compiler, ...options, 'tool.mts'])).toMatchObject({ code: 0, stdout: '' })
  },
  LONG,
)

describe('the package is fit to be published:', () => {
  const packed = () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/client/package.json'), 'utf8')) as {
      version: string
    }
    return join(folder, `../rapsheet-client-${version}.tgz`)
  }
  /** A program of a package that is installed here. */
  const tool = (name: string) => join(ROOT, 'node_modules/.bin', name)

  test('npm accepts it, without sending it', { timeout: LONG }, async () => {
    const publish = ['publish', '--dry-run', '--offline', '--json', '--workspace', 'packages/client']
    const { code, stdout, stderr } = await runProgram('npm', publish, { cwd: ROOT })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/marked as private|auto-corrected/) })
    expect(stdout).toContain('rapsheet-client')
  })

  test('its types are found by every kind of resolution of a program that imports it', { timeout: LONG }, async () => {
    const { code, stdout } = await run(tool('attw'), [packed(), '--profile', 'esm-only', '--format', 'json'])
    // A CommonJS program has to use `import()`, which the profile accepts.
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('"packageVersion"') })
  })

  test('its package.json leads to what is in it', { timeout: LONG }, async () => {
    const { code, stdout } = await run(tool('publint'), [packed(), '--strict'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('All good!') })
  })
})

test('the quick start of the README prints an account', async () => {
  const { env } = await sampleServiceForTest()
  const readme = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8')
  const [, script = ''] = /```js\n(\/\/ look-up\.mjs\n[\s\S]*?)```/.exec(readme) ?? []
  const connected = script.replace(
    `baseUrl: 'http://127.0.0.1:8080',`,
    `baseUrl: '${env.RAPSHEET_URL}', apiToken: '${env.RAPSHEET_API_TOKEN}',`,
  )
  writeFileSync(join(folder, 'look-up.mjs'), connected)
  const { code, stdout } = await run(process.execPath, ['look-up.mjs'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^76561198000010431 .+\bVACBanned: true\b/s)
})

describe('check-accounts.mjs', () => {
  test('says what is banned, what is not, and what is unknown', async () => {
    const { env, accounts } = await sampleServiceForTest()
    const { code, lines } = await run(process.execPath, ['check-accounts.mjs', ...accounts.given], env)
    expect({ code, lines }).toEqual({
      code: 0,
      lines: accounts.lines,
    })
  })

  test('keeps what it knows when a stream is cut', async () => {
    const { env, faults } = await sampleServiceForTest()
    faults.push(
      (response, forward) => forward((answer) => answer.pipe(response.writeHead(200, answer.headers))),
      cutAnswer,
    )
    const { code, stdout } = await run(process.execPath, ['check-accounts.mjs', EXAMPLE_ID], env)
    expect(code).toBe(0)
    expect(stdout).toMatch(/at least \d friends are banned, the others are unknown \(stream_broken\)/)
  })

  test('says that an account is unknown when a proxy answers', async () => {
    const { env, faults } = await sampleServiceForTest()
    faults.push(htmlAnswer(200))
    const { lines } = await run(process.execPath, ['check-accounts.mjs', 'raider'], env)
    expect(lines).toEqual(['raider: unknown (unreadable_answer)'])
  })
})

describe('mirror-bans.mjs', () => {
  testMirror(() => ({ program: process.execPath, args: ['mirror-bans.mjs'], cwd: folder }))
})

test('check-players.mjs tells the three verdicts and a failure apart, and repeats what fails for now', async () => {
  const { env, cast, faults, requests } = await sampleServiceForTest()
  faults.push(errorAnswer(503, 'overloaded', { 'retry-after': '0' }))
  const players = [cast.raider, cast.clean, cast.hiddenHours, 'nobody_here_x']
  const { lines } = await run(process.execPath, ['check-players.mjs', ...players], env)
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${cast.raider}: refuse \\(deny\\) 1 VAC ban`)),
    `${cast.clean}: admit (allow)`,
    `${cast.hiddenHours}: admit (unknown)`,
    'nobody_here_x: admit (no verdict: account_not_found)',
  ])
  expect(requests).toHaveLength(5)
})
