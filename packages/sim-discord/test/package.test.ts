import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { runProgram } from './run-program.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MODULES = join(ROOT, 'node_modules')
/** npm and the compiler start slowly on a busy machine. */
const LONG = 180_000

let folder = ''
let installed = ''

const run = (program: string, args: string[]) => runProgram(program, args, { cwd: folder, env: {} })
/** Makes a package of this repository available in the folder. */
function link(name: string): void {
  const target = join(folder, 'node_modules', name)
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(join(MODULES, name), target)
}

/** Packs the package and unpacks it in an empty folder, beside the packages that it names and those of the README. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'simulated-discord-'))
  const pack = ['pack', '--workspace', 'packages/sim-discord', '--pack-destination', folder]
  expect(await runProgram('npm', pack, { cwd: ROOT })).toMatchObject({ code: 0 })
  expect(await run('tar', ['-xzf', `simulated-discord-0.1.0.tgz`])).toMatchObject({ code: 0 })
  installed = join(folder, 'node_modules/simulated-discord')
  mkdirSync(join(folder, 'node_modules'))
  cpSync(join(folder, 'package'), installed, { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { dependencies: object }
  for (const name of [...Object.keys(dependencies), 'discord.js', 'vitest']) link(name)
  for (const name of ['dice-bot.ts', 'dice-bot.test.ts']) {
    const example = readFileSync(join(import.meta.dirname, '../example', name), 'utf8')
    writeFileSync(join(folder, name), example.replace("'../src/index.ts'", "'simulated-discord'"))
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  return () => rmSync(folder, { recursive: true })
}, LONG)

test(
  'the example of the README passes with the package, and a program compiles against its types',
  async () => {
    expect(await run(process.execPath, [join(MODULES, 'vitest/vitest.mjs'), 'run'])).toMatchObject({ code: 0 })
    writeFileSync(
      join(folder, 'types.mts'),
      `import { startDiscord, type SimReply } from 'simulated-discord'
const reply: Promise<SimReply> = startDiscord({ guilds: 2 }).then((discord) => discord.user().type('/roll'))
// @ts-expect-error A number of guilds is no text.
void startDiscord({ guilds: 'two' })
void reply
`,
    )
    const compiler = join(MODULES, 'typescript/bin/tsc')
    const options = ['--noEmit', '--strict', '--module', 'NodeNext', '--target', 'ES2023', '--skipLibCheck', 'false']
    const types = ['--typeRoots', join(MODULES, '@types'), '--types', 'node']
    expect(await run(process.execPath, [compiler, ...options, ...types, 'types.mts'])).toMatchObject({
      code: 0,
      stdout: '',
    })
  },
  LONG,
)

test(
  'the program prints what a bot needs, and serves the page and control requests until it is stopped',
  async () => {
    const program = spawn(process.execPath, [join(installed, 'dist/main.js'), '--name', 'Dice'])
    onTestFinished(() => void program.kill('SIGKILL'))
    let printed = ''
    program.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    await expect.poll(() => printed).toContain('Control:')
    const [api = '', token = '', page = '', control = ''] = printed
      .split('\n')
      .map((line) => line.split(/: +/)[1] ?? '')
    const self = await fetch(`${api}/v10/users/@me`, { headers: { authorization: `Bot ${token}` } })
    expect(await self.json()).toMatchObject({ username: 'Dice' })
    expect((await fetch(page)).status).toBe(200)
    expect(await (await fetch(`${control}/violations`)).json()).toEqual({ violations: [], rateLimited: 0 })
    program.kill('SIGTERM')
    expect(await once(program, 'exit')).toEqual([0, null])
  },
  LONG,
)

test('the program explains its options when one is wrong', async () => {
  const { code, stderr } = await run(process.execPath, [join(installed, 'dist/main.js'), '--prot', '1'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/--prot[^]*simulated-discord \[--port <number>\]/)
})
