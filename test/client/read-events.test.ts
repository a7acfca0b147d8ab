import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvents } from '../../packages/client/src/read-events.ts'
import { collect } from '../support/collect.ts'

/** A body that comes in these parts. */
const bodyOf = (parts: Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))
const read = (text: string) => collect(readEvents(bodyOf([bytesOf(text)])))

test('events that are split at any byte boundary are read whole', async () => {
  const anyEvents = fc.array(fc.record({ name: fc.string({ unit: 'binary', maxLength: 6 }), count: fc.nat() }), {
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(
      anyEvents,
      fc.constantFrom('\n', '\r\n'),
      fc.array(fc.nat({ max: 400 })),
      async (events, lineEnd, cuts) => {
        const bytes = bytesOf(events.map((event) => `data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`).join(''))
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length]
        const parts = places.slice(1).map((end, index) => bytes.slice(places[index], end))
        expect(await collect(readEvents(bodyOf(parts)))).toEqual(events)
      },
    ),
    { numRuns: 40 },
  )
})

test('each byte of a stream may come alone', async () => {
  const bytes = bytesOf('data: "ü🦀"\r\n\r\ndata: 2\n\n')
  expect(await collect(readEvents(bodyOf(Array.from(bytes, (byte) => new Uint8Array([byte])))))).toEqual(['ü🦀', 2])
})

test('a name with the line separators of Unicode does not hide its event', async () => {
  expect(await read(`data: {"personaname":"a\u2028b\u2029c\u0085"}\n\n`)).toEqual([
    { personaname: 'a\u2028b\u2029c\u0085' },
  ])
})

test('comments, other fields and events without data are skipped', async () => {
  expect(await read(': hello\n\ndata: 1\n: within\nid: 7\n\nevent: ping\n\n\n\ndata:2\n\n')).toEqual([1, 2])
})

test('the data lines of one event belong together', async () => {
  expect(await read('data: {"a":\ndata: 1}\n\n')).toEqual([{ a: 1 }])
})

test('an event that was cut off is left out', async () => {
  expect(await read('data: 1\n\ndata: {"a"')).toEqual([1])
  expect(await read('data: 1\n\ndata: 2\n')).toEqual([1])
})

test('a caller that stops reading ends the request', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(bytesOf('data: 1\n\n')),
    cancel: () => void (isCancelled = true),
  })
  for await (const event of readEvents(body)) {
    expect(event).toBe(1)
    break
  }
  expect(isCancelled).toBe(true)
})
