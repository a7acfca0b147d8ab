import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'simulated-steam-'))
const program = join(folder, 'process.mjs')

beforeAll(async () => {
  const source = join(import.meta.dirname, '../src/process.ts')
  await build({ entryPoints: [source], outfile: program, bundle: true, platform: 'node', format: 'esm' })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

async function start(...options: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program, ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (child.stdout === null) throw new Error('the process has no output')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, url: (JSON.parse(line) as { url: string }).url }
}

test('the process prints its address, serves, accepts control requests, and ends on SIGTERM', async () => {
  const { child, url } = await start('--latency', '30', '--accounts', '10', '--port', '0')
  const vanity = `${url}/ISteamUser/ResolveVanityURL/v1/?vanityurl=raider&key=SIMULATED-KEY`
  const before = performance.now()
  expect(await (await fetch(vanity)).json()).toMatchObject({ response: { success: 1 } })
  expect(performance.now() - before).toBeGreaterThan(29)

  await fetch(`${url}/_sim/dial`, { method: 'POST', body: JSON.stringify({ method: 'vanity', next: ['502'] }) })
  expect((await fetch(vanity)).status).toBe(502)
  expect(await (await fetch(`${url}/_sim/calls`)).json()).toMatchObject({ total: 2, counts: { vanity: 2 } })

  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('the process ends when its stdin is closed', async () => {
  const { child } = await start('--accounts', '10')
  child.stdin?.end()
  expect(await once(child, 'exit')).toEqual([0, null])
})
