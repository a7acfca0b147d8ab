import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTest } from './support/folder.ts'

const egg = JSON.parse(readFileSync(join(import.meta.dirname, '../ops/egg-rapsheet.json'), 'utf8')) as {
  scripts: { installation: { script: string } }
}
const { script } = egg.scripts.installation

test('the egg installs a version from git, and another one over it, without touching data and settings', () => {
  const [origin, server, bin] = [folderForTest(), folderForTest(), folderForTest()]
  const env = { PATH: `${bin}${delimiter}${process.env['PATH']}`, HOME: bin }
  const runIn = (cwd: string, command: string, more = {}) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd, env: { ...env, ...more } })
    expect({ status, stderr: status === 0 ? '' : String(stderr) }).toEqual({ status: 0, stderr: '' })
    return String(stdout)
  }
  // In place of npm, which would fetch packages.
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "npm $1 $2"\n', { mode: 0o755 })
  runIn(origin, 'git init --quiet --initial-branch=main')
  const release = (version: string) => {
    writeFileSync(join(origin, 'package.json'), JSON.stringify({ version }))
    runIn(
      origin,
      `git add . && git -c user.name=a -c user.email=a@example.org commit --quiet -m ${version} && git tag v${version}`,
    )
  }
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) release(version)
  const install = (version: string) =>
    runIn('/', script.replaceAll('/mnt/server', server), {
      GIT_ADDRESS: `file://${origin}`,
      GIT_VERSION: version,
    })
  expect(install('v1.0.0')).toMatch(/^npm ci .*\nnpm run build\nnpm prune .*\nRapsheet 1\.0\.0 is installed\.\n$/)
  writeFileSync(join(server, '.env'), 'LOG_LEVEL=debug\n')
  mkdirSync(join(server, 'data'))
  writeFileSync(join(server, 'package.json'), 'edited')
  expect(install('v1.1.0')).toContain('Rapsheet 1.1.0 is installed.')
  expect(install('main')).toContain('Rapsheet 1.2.0 is installed.')
  expect(install('')).toContain('Rapsheet 1.2.0 is installed.')
  expect(readdirSync(server).toSorted()).toEqual(['.env', '.git', 'data', 'package.json'])
})
