import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readListFile } from '../../../src/bans/formats/read-list-file.ts'
import { createListFileReader, MAX_DIRECT_BYTES } from '../../../src/bans/formats/list-file-reader.ts'
import { manySteamIds } from '../../support/community.ts'
import { buildProgram } from '../../support/main-process.ts'
import { NOW } from '../../support/fake-context.ts'

let program: Awaited<ReturnType<typeof buildProgram>>
beforeAll(async () => {
  program = await buildProgram('src/bans/formats/list-worker.ts')
})
afterAll(() => program.remove())

/** A worker with this code in place of the one that reads lists. */
const workerOf = (code: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { workerData } from 'node:worker_threads'; ${code}`)}`)

const anySignal = () => new AbortController().signal
const LARGE = { bytes: Buffer.alloc(MAX_DIRECT_BYTES + 1, 'x'), now: NOW }

test.each<[string, string, { head?: string; isJson?: boolean }]>([
  ['lines of bans.cfg', 'banid $ "Zo\u00eb" "wall hack" 12\r\n', {}],
  ['a table', '"$","Zo\u00eb","x, y"\n', { head: 'steamid,name,reason\n' }],
  ['no text', '\0$', {}],
  ['JSON that breaks off', '{"steamId":"$"},', { head: '[', isJson: true }],
])('a large list is read in a worker as a small one is: %s', async (_, row, { head = '', isJson = false }) => {
  const bytes = Buffer.from(
    head +
      manySteamIds(20_000)
        .map((id) => row.replace('$', id))
        .join(''),
  )
  const file = { bytes, now: NOW, writtenAt: NOW - 60, maxBans: 15_000, isJson }
  const reader = createListFileReader({ worker: pathToFileURL(program.entry) })
  expect(bytes.length).toBeGreaterThan(MAX_DIRECT_BYTES)
  expect(await reader.read(file, anySignal())).toEqual(readListFile(file))
})

test('a list that takes too long ends after the limit, and the process answers meanwhile', async () => {
  const reader = createListFileReader({ worker: workerOf('for (;;);'), limitMs: 300 })
  let answered = 0
  const timer = setInterval(() => answered++, 5)
  await expect(reader.read(LARGE, anySignal())).rejects.toMatchObject({ code: 'list_not_read' })
  clearInterval(timer)
  expect(answered).toBeGreaterThan(5)
})

test('a list that takes too much memory, or at which the worker fails, is an error of that list alone', async () => {
  const hungry = createListFileReader({
    worker: workerOf('const all = []; for (;;) all.push(new Array(100_000).fill(all.length + 0.5))'),
  })
  await expect(hungry.read(LARGE, anySignal())).rejects.toMatchObject({ code: 'list_not_read' })
  const failing = createListFileReader({ worker: workerOf('throw new Error("a bug")') })
  await expect(failing.read(LARGE, anySignal())).rejects.toThrow('a bug')
  const small = { bytes: Buffer.from(manySteamIds(1)[0] ?? ''), now: NOW }
  expect(await failing.read(small, anySignal())).toMatchObject({ bans: [{ steamId: manySteamIds(1)[0] }] })
})

test('the worker of a request that is given up ends', async () => {
  const reader = createListFileReader({
    worker: workerOf('for (;;) Atomics.add(new Int32Array(workerData.bytes.buffer), 0, 1)'),
  })
  const bytes = new Uint8Array(new SharedArrayBuffer(MAX_DIRECT_BYTES + 4))
  const count = () => Atomics.load(new Int32Array(bytes.buffer), 0)
  const stop = new AbortController()
  const reading = reader.read({ bytes, now: NOW }, stop.signal)
  await expect.poll(count).toBeGreaterThan(0)
  stop.abort(new Error('left'))
  await expect(reading).rejects.toThrow('left')
  const isStill = async () => {
    const before = count()
    await new Promise((resolve) => setTimeout(resolve, 50))
    return count() === before
  }
  await expect.poll(isStill).toBe(true)
})
