import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startDiscord } from '../packages/sim-discord/src/index.ts'
import { createWorld } from '../packages/sim-steam/src/world.ts'
import { ask } from './support/ask.ts'
import { answerTo } from './support/command-tests.ts'
import { folderForTest } from './support/folder.ts'
import { runMain } from './support/main-process.ts'
import { postgresForTest } from './support/postgres.ts'
import { ownSteam } from '../packages/sim-steam/test/simulated-steam.ts'

const root = resolve(import.meta.dirname, '..')
const NOT_COMPILED =
  'Rapsheet is not compiled, or has changed since, and its compiler is not installed. Run "npm ci --include=dev", then try again.\n'
const RUN_NPM_CI = 'The packages in node_modules are not those of package-lock.json. Run "npm ci", then try again.\n'

let folder = ''
beforeEach(() => {
  folder = folderForTest()
})

function write(path: string, content: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

const copy = (path: string) => cpSync(join(root, path), join(folder, path), { recursive: true })

/** Runs a script of `tools` in the folder. */
function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`tools/${script}`, ...args], { cwd: folder })
  return { status, stdout: String(stdout), stderr: String(stderr) }
}

/**
 * The size of a program and of all that it imports before its first statement, which names an old Node. More than that check could have
 * syntax or imports that an old Node cannot load.
 */
function bytesLoadedAtOnce(path: string): number {
  const content = readFileSync(path, 'utf8')
  const imported = [...content.matchAll(/^(?:import|\} from) "(\..+)";$/gm)].map(([, name = '']) =>
    join(dirname(path), name),
  )
  return content.length + imported.map(bytesLoadedAtOnce).reduce((sum, bytes) => sum + bytes, 0)
}

/** What `npm start` runs before the program. */
const ifChanged = () => run('build.mjs', '--if-changed')

describe('a build', () => {
  beforeEach(() => {
    // Enough to build the program and its pages in the image.
    const [, buildStage = ''] =
      /^FROM base AS build$(.*?)^FROM/ms.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
    const copied = [...buildStage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
    expect(copied).toContain('src')
    for (const path of copied) copy(path)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  })

  test('needs only the files that the Dockerfile copies, and is made again only when a source has another content', () => {
    expect(run('build.mjs')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(readdirSync(join(folder, 'dist/page'))).toContain('index.html')
    for (const program of ['main.js', 'cli.js'])
      expect(bytesLoadedAtOnce(join(folder, 'dist/src', program))).toBeLessThan(10_000)
    // As after `git checkout` to another commit and back, and from a machine whose clock is ahead.
    const later = Date.now() / 1000 + 86_400
    utimesSync(join(folder, 'src/main.ts'), later, later)
    expect(ifChanged()).toEqual({ status: 0, stdout: '', stderr: '' })
    // A build that fails does not count, and neither does the time of a change.
    const source = readFileSync(join(folder, 'src/main.ts'), 'utf8')
    write('src/main.ts', `${source}\nimport './missing.ts'\n`)
    utimesSync(join(folder, 'src/main.ts'), 1_000, 1_000)
    const failed = ifChanged()
    expect(failed).toMatchObject({
      status: 1,
      // A program may read the standard output of what is built for it.
      stderr: expect.stringContaining(
        'Building Rapsheet, because its sources have changed since the last build; this takes up to a minute.\n',
      ),
    })
    expect(failed.stderr).toContain('missing.ts')
    write('src/main.ts', source)
    expect(ifChanged()).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining('have changed') })
    expect(ifChanged()).toEqual({ status: 0, stdout: '', stderr: '' })
  }, 180_000)

  test('makes an image of at most 30 MB, whose program uses Steam, Discord, SQLite and Postgres, and which serves all pages', async () => {
    expect(run('build.mjs')).toEqual({ status: 0, stdout: '', stderr: '' })
    // Not inside the folder, whose node_modules has more.
    const image = folderForTest()
    expect(run('assemble-image.mjs', image)).toEqual({ status: 0, stdout: '', stderr: '' })
    const files = readdirSync(image, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(30_000_000)
    expect(readFileSync(join(image, 'node_modules/zod/LICENSE'), 'utf8')).toContain('Permission is hereby granted')

    const DATABASE_URL = await postgresForTest()
    const steam = await ownSteam({ world: createWorld({ accounts: 300 }) })
    const discord = await startDiscord()
    onTestFinished(() => discord.close())
    const program = runMain(join(image, 'dist/src/main.js'), image, {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      DATABASE_URL,
      DRAIN_SECONDS: '0',
      HTTP_PORT: '0',
      STEAM_API_KEY: steam.key,
      STEAM_API_URL: steam.apiUrl,
      STEAM_COMMUNITY_URL: steam.communityUrl,
      STORE_URL: 'sqlite://data/rapsheet.sqlite',
    })
    const url = await program.url()
    const { raider } = steam.world.cast
    expect(await ask({ url }, `/api/lookup?steamId=${raider}`)).toMatchObject({
      status: 200,
      body: { steamId: raider },
    })
    await expect.poll(() => discord.commands.list().length, { timeout: 40_000 }).toBeGreaterThan(0)
    expect(await answerTo(discord.user().type(`/lookup ${raider}`))).toContain('1 VAC ban')
    expect((await ask({ url }, '/readyz')).body).toMatchObject({
      store: 'open',
      discord: 'connected',
      database: 'open',
    })
    const pages = [
      '/',
      '/docs',
      '/docs/swagger-ui.css',
      '/docs/swagger-ui-bundle.js',
      '/docs/favicon-32x32.png',
      '/status',
    ]
    const statuses = await Promise.all(pages.map(async (path) => (await ask({ url }, path)).status))
    expect(statuses).toEqual(pages.map(() => 200))
    program.kill('SIGTERM')
    expect(await program.exit).toEqual({ code: 0, signal: null })

    const prettify = spawnSync(join(image, 'node_modules/.bin/pino-pretty'), { input: program.output().stdout })
    expect(String(prettify.stdout)).toMatch(/INFO .*: stopped/)
    const backup = spawnSync(process.execPath, ['tools/cli.mjs', 'backup', 'backup.dump'], {
      cwd: image,
      env: { DATABASE_URL, PATH: image },
    })
    // The image has no client programs of Postgres.
    expect(String(backup.stderr)).toContain('pg_dump is not installed')
    expect(readdirSync(image)).not.toContain('backup.dump')
  }, 300_000)
})

describe('the installed packages', () => {
  type Packages = Record<string, { version: string; dev?: boolean; optional?: boolean; link?: boolean }>
  const lock = (name: string, packages: Packages) => write(name, JSON.stringify({ packages }))
  const knex = { 'node_modules/knex': { version: '3.3.0' } }
  const typescript = { 'node_modules/typescript': { version: '7.0.2', dev: true } }
  const other = { 'node_modules/knip': { version: '6.0.0', dev: true } }
  const foreign = { 'node_modules/for-windows': { version: '1.0.0', optional: true } }

  /** What is said when this is wanted and that is installed. */
  function saidOf(wanted: Packages, installed: Packages) {
    lock('package-lock.json', { '': { version: '1.0.0' }, ...wanted })
    lock('node_modules/.package-lock.json', installed)
    return run('check-install.mjs').stderr
  }
  beforeEach(() => {
    for (const path of ['package.json', 'tools/check-install.mjs', 'tools/build.mjs']) copy(path)
  })

  test('are those of the lockfile, without what this machine does not need; else "npm ci" is advised', () => {
    expect(run('check-install.mjs')).toMatchObject({ status: 1, stderr: expect.stringContaining('are not installed') })
    expect(saidOf({ ...knex, ...typescript, ...foreign }, { ...knex, ...typescript })).toBe('')
    expect(saidOf({ ...knex, ...typescript, ...other }, knex)).toBe('')
    expect(saidOf({ 'node_modules/knex': { version: '3.4.0' } }, knex)).toBe(RUN_NPM_CI)
    expect(saidOf({ ...knex, ...typescript, ...other }, { ...knex, ...typescript })).toBe(RUN_NPM_CI)
    expect(ifChanged()).toEqual({ status: 1, stdout: '', stderr: RUN_NPM_CI })
    saidOf(knex, knex)
    expect(run('build.mjs')).toEqual({ status: 1, stdout: '', stderr: NOT_COMPILED })
    expect(ifChanged()).toMatchObject({ status: 1, stderr: expect.stringContaining(NOT_COMPILED) })
  })
})

describe('npm run backup', () => {
  beforeEach(() => {
    mkdirSync(join(folder, 'tools'))
    copyFileSync(join(root, 'tools/cli.mjs'), join(folder, 'tools/cli.mjs'))
  })

  test('without a built program, or without packages, says what to do', () => {
    expect(run('cli.mjs', 'backup')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Rapsheet is not built. Run "npm ci" and "npm run build", then try again.\n',
    })
    write('dist/src/cli.js', "await import('missing-package')")
    expect(run('cli.mjs', 'backup')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^The packages that Rapsheet needs are not installed: .*'missing-package'.*Run "npm ci"/,
      ),
    })
  })
})
