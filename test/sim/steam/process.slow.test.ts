import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
let folder: string

// Node 20 runs no TypeScript, so the entry is built as `npm run build` does it, into a place of its own.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sim-steam-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const compilerOptions = {
    noEmit: false,
    rootDir: root,
    outDir: folder,
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const project = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions,
    include: [],
    files: [join(root, 'sim/steam/process.ts')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

async function start(...options: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(folder, 'sim/steam/process.js'), ...options], {
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
