import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderForTest } from './support/folder.ts'

const root = resolve(import.meta.dirname, '..')
const NOT_COMPILED =
  'Rapsheet is not compiled, or has changed since, and its compiler is not installed. Run "npm ci --include=dev", then try again.\n'

let folder = ''
/** Writes a file below the folder, changed at this time in seconds. */
function write(path: string, changedAt: number) {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), '')
  utimesSync(join(folder, path), changedAt, changedAt)
  utimesSync(join(folder, path, '..'), changedAt, changedAt)
}

describe('without the compiler, as after npm ci --omit=dev', () => {
  beforeEach(() => {
    folder = folderForTest()
    mkdirSync(join(folder, 'tools'))
    copyFileSync(join(root, 'tools/build.mjs'), join(folder, 'tools/build.mjs'))
    write('src/steam/steam.ts', 1_000)
    write('commands/lookup.ts', 1_000)
  })
  const build = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/build.mjs', ...args], { cwd: folder })
    return { status, stderr: String(stderr) }
  }

  test('a start fails with instructions if nothing is compiled', () => {
    expect(build('--unless-built')).toEqual({ status: 1, stderr: NOT_COMPILED })
  })

  test('a start accepts an existing build', () => {
    write('dist/src/main.js', 1_001)
    write('dist/page/index.html', 1_001)
    expect(build('--unless-built')).toEqual({ status: 0, stderr: '' })
  })

  test('a start fails if the sources are newer than the build', () => {
    write('dist/src/main.js', 1_001)
    write('dist/page/index.html', 1_001)
    write('src/steam/steam.ts', 1_002)
    expect(build('--unless-built')).toEqual({ status: 1, stderr: NOT_COMPILED })
  })

  test('a start fails if the page is not built', () => {
    write('dist/src/main.js', 1_001)
    expect(build('--unless-built')).toEqual({ status: 1, stderr: NOT_COMPILED })
  })

  test('a build fails', () => {
    write('dist/src/main.js', 1_001)
    expect(build()).toEqual({ status: 1, stderr: NOT_COMPILED })
  })
})

test('the files that the Dockerfile copies are enough to build the program and its pages', () => {
  folder = folderForTest()
  const [buildStage = ''] = readFileSync(join(root, 'Dockerfile'), 'utf8').split(/\n\nFROM /)
  const copied = [...buildStage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
  expect(copied).toContain('src')
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/build.mjs'], { cwd: folder })
  expect([status, String(stdout), String(stderr)]).toEqual([0, '', ''])
  expect(readdirSync(join(folder, 'dist/page'))).toContain('index.html')
}, 120_000)

test('npm start runs the build script, whose error names the minimum Node version', () => {
  const { scripts, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(scripts).toMatchObject({ prestart: 'node tools/build.mjs --unless-built', build: 'node tools/build.mjs' })
  expect(readFileSync(join(root, 'tools/build.mjs'), 'utf8')).toContain(
    `Node ${engines.node.replace('>=', '')} or later`,
  )
})
