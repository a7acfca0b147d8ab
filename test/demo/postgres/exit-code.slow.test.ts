import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { buildProgram } from '../../support/main-process.ts'

test('a process that has started Postgres ends with its own exit code, as a run with failed tests must', async () => {
  const program = await buildProgram('demo/postgres/start-postgres.ts')
  onTestFinished(program.remove)
  const script = `
    const { startPostgres } = await import('${pathToFileURL(program.entry).href}')
    const server = await startPostgres()
    await server.stop()
    process.exitCode = 3`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script])
  expect({ status, stderr: String(stderr) }).toEqual({ status: 3, stderr: '' })
}, 60_000)
