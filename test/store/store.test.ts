import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PRIORITY, withOptions } from '../../src/lib/call-context.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { z } from 'zod'
import type { Cached } from '../../src/model/cached.ts'
import type { DiskRow } from '../../src/store/disk.ts'
import { createStore, type StoreOptions } from '../../src/store/store.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { deferred } from '../support/deferred.ts'
import { fakeDisk } from '../support/fake-disk.ts'

const NOW = 1_700_000_000
const MEGABYTE = 1_000_000

/** A store with a clock that tests move, and the errors and reads that it reported. */
function open(options: Partial<StoreOptions> = {}) {
  const clock = { now: NOW }
  const errors: [event: string, message: string][] = []
  const outcomes: string[] = []
  const store = createStore({
    memoryBytes: MEGABYTE,
    clock: { ...systemClock, unixSeconds: () => clock.now },
    onRead: (namespace, outcome) => void outcomes.push(`${namespace} ${outcome}`),
    onError: (event, error) => errors.push([event, error instanceof Error ? error.message : String(error)]),
    ...options,
  })
  return { store, names: store.collection('names', z.string()), clock, errors, outcomes }
}

const fresh = <T>(value: T): Cached<T> => ({ value, fetchedAt: NOW, expiresAt: NOW + 60 })

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'] }),
)
afterEach(() => void vi.useRealTimers())

/** Runs the event loop once, in which reads send their batch. */
async function settle<T>(work: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(0)
  return work
}

describe('the memory cache', () => {
  test('has an entry at once after the write, with its age', () => {
    const { names } = open()
    names.write('alice', fresh('Alice'))
    expect(names.readMemory('alice')).toEqual({ value: 'Alice', fetchedAt: 1_700_000_000, expiresAt: 1_700_000_060 })
    expect(names.readMemory('bob')).toBeUndefined()
  })

  test('does not give an entry from the second of its expiry on', () => {
    const { names, clock } = open()
    names.write('alice', fresh('Alice'))
    clock.now = NOW + 59
    expect(names.readMemory('alice')?.value).toBe('Alice')
    clock.now = NOW + 60
    expect(names.readMemory('alice')).toBeUndefined()
  })

  test('does not give an entry from the future, after the clock was set back', () => {
    const { names, clock } = open()
    names.write('alice', fresh('Alice'))
    clock.now = NOW - 1
    expect(names.readMemory('alice')).toBeUndefined()
    clock.now = NOW - 86_400
    expect(names.readMemory('alice')).toBeUndefined()
    names.write('alice', { value: 'Alice, asked again', fetchedAt: clock.now, expiresAt: clock.now + 60 })
    expect(names.readMemory('alice')?.value).toBe('Alice, asked again')
    clock.now += 60
    expect(names.readMemory('alice')).toBeUndefined()
  })

  test('evicts the least recently used entry at its size limit', () => {
    const entry = fresh('x'.repeat(100))
    const { names } = open({ memoryBytes: 3 * ('names:a'.length + JSON.stringify(entry).length) })
    for (const key of ['a', 'b', 'c']) names.write(key, entry)
    expect(names.readMemory('a')).toEqual(entry)
    names.write('d', entry)
    expect(['a', 'b', 'c', 'd'].map((key) => names.readMemory(key) !== undefined)).toEqual([true, false, true, true])
  })

  test('does not take an entry larger than its limit, which goes to disk only', async () => {
    const { disk, rows } = fakeDisk()
    const { store, names } = open({ memoryBytes: 100, disk })
    names.write('a', fresh('x'.repeat(200)))
    expect(names.readMemory('a')).toBeUndefined()
    await store.flush()
    expect(rows.get('names:a')).toEqual(fresh('x'.repeat(200)))
  })
})

describe('a read from disk', () => {
  test('gives the entry and copies it to memory', async () => {
    const { disk, rows } = fakeDisk()
    rows.set('names:alice', fresh('Alice'))
    const { names, outcomes } = open({ disk })
    expect(names.readMemory('alice')).toBeUndefined()
    expect(await settle(names.readDisk('alice', anyCall()))).toEqual(fresh('Alice'))
    expect(names.readMemory('alice')).toEqual(fresh('Alice'))
    expect(await settle(names.readDisk('bob', anyCall()))).toBeUndefined()
    expect(outcomes).toEqual(['names disk', 'names memory', 'names miss'])
  })

  test.each([
    ['an expired entry', NOW + 60],
    ['an entry from the future', NOW - 1],
  ])('gives %s, but counts a miss and does not copy it to memory', async (_, now) => {
    const { disk, rows } = fakeDisk()
    rows.set('names:alice', fresh('Alice'))
    const { names, clock, outcomes } = open({ disk })
    clock.now = now
    expect(await settle(names.readDisk('alice', anyCall()))).toEqual(fresh('Alice'))
    expect([outcomes, names.peek('alice')]).toEqual([['names miss'], undefined])
  })

  test.each([
    ['a value of another shape', { value: 5, fetchedAt: NOW, expiresAt: NOW + 60 }],
    ['a value without its age', { value: 'Alice' }],
    ['a bare value', 'Alice'],
    ['null', null],
  ])('misses %s, and gives other entries', async (_, row) => {
    const { disk, rows } = fakeDisk()
    rows.set('names:alice', row)
    rows.set('names:bob', fresh('Bob'))
    const { names, errors } = open({ disk })
    const answers = settle(Promise.all(['alice', 'bob'].map((key) => names.readDisk(key, anyCall()))))
    expect(await answers).toEqual([undefined, fresh('Bob')])
    expect(names.readMemory('alice')).toBeUndefined()
    expect(errors).toEqual([])
  })

  test('is batched with reads of other keys and namespaces', async () => {
    const { disk, rows, reads } = fakeDisk()
    rows.set('names:alice', fresh('Alice'))
    rows.set('hours:alice', fresh(12.5))
    const { store, names } = open({ disk })
    const hours = store.collection('hours', z.number())
    const answers = [
      names.readDisk('alice', anyCall()),
      names.readDisk('bob', anyCall()),
      hours.readDisk('alice', anyCall()),
    ]
    expect(await settle(Promise.all<unknown>(answers))).toEqual([fresh('Alice'), undefined, fresh(12.5)])
    expect(reads).toEqual([['names:alice', 'names:bob', 'hours:alice']])
  })

  test('rejects with the abort reason when the call is aborted', async () => {
    const { disk } = fakeDisk({ getMany: () => new Promise(() => {}) })
    const { names, errors } = open({ disk })
    const { callContext, leave } = cancellableCall()
    const reading = names.readDisk('alice', callContext)
    leave(new Error('hung up'))
    await expect(reading).rejects.toThrow('hung up')
    expect(errors).toEqual([])
  })

  test('is a miss and reported while the disk fails, and works again afterwards', async () => {
    const { disk, rows } = fakeDisk()
    rows.set('names:alice', fresh('Alice'))
    let isBroken = true
    const getMany = async (keys: string[]) => {
      if (isBroken) throw new Error('disk I/O error')
      return disk.getMany(keys)
    }
    const { names, errors, outcomes } = open({ disk: { ...disk, getMany } })
    const answers = settle(Promise.all(['alice', 'bob'].map((key) => names.readDisk(key, anyCall()))))
    expect(await answers).toEqual([undefined, undefined])
    expect(errors).toEqual([['store_read_failed', 'disk I/O error']])
    expect(outcomes).toEqual(['names miss', 'names miss'])

    isBroken = false
    expect(await settle(names.readDisk('alice', anyCall()))).toEqual(fresh('Alice'))
    expect(errors).toHaveLength(1)
  })
})

test('a read of a disk that processes share takes at most 250 ms for a look-up, and 5 s for a scan', async () => {
  const { disk } = fakeDisk({ isShared: true, getMany: () => new Promise(() => {}) })
  const { names } = open({ disk })
  const settled: string[] = []
  const { callContext } = cancellableCall()
  void names.readDisk('alice', callContext).then((entry) => settled.push(entry ? 'look-up found' : 'look-up missed'))
  const scan = withOptions(callContext, { priority: PRIORITY.scan })
  void names.readDisk('bob', scan).then((entry) => settled.push(entry ? 'scan found' : 'scan missed'))
  await vi.advanceTimersByTimeAsync(260)
  expect(settled).toEqual(['look-up missed'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(settled).toEqual(['look-up missed', 'scan missed'])
})

describe('a write to disk', () => {
  test('happens after 5 ms to a disk that other processes read', async () => {
    const { disk, writes } = fakeDisk({ isShared: true })
    const { names } = open({ disk })
    names.write('alice', fresh('Alice'))
    await vi.advanceTimersByTimeAsync(4)
    expect(writes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(writes).toHaveLength(1)
  })

  test('happens after 250 ms, in one batch with the last value of each key', async () => {
    const { disk, writes } = fakeDisk()
    const { names } = open({ disk })
    names.write('alice', fresh('Alice'))
    names.write('bob', { value: 'Bob', fetchedAt: NOW, expiresAt: NOW + 600 })
    await vi.advanceTimersByTimeAsync(200)
    names.write('alice', fresh('Alicia'))
    await vi.advanceTimersByTimeAsync(49)
    expect(writes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(writes).toEqual([
      [
        { key: 'names:alice', value: fresh('Alicia'), ttl: 60_000 },
        { key: 'names:bob', value: { value: 'Bob', fetchedAt: NOW, expiresAt: NOW + 600 }, ttl: 600_000 },
      ],
    ])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(writes).toHaveLength(1)
  })

  test('keeps an expired entry on disk for staleSeconds', async () => {
    const { disk, writes } = fakeDisk()
    const { store, names } = open({ disk, staleSeconds: 3_600 })
    names.write('alice', fresh('Alice'))
    await store.flush()
    expect(writes.flat()).toMatchObject([{ key: 'names:alice', ttl: 3_660_000 }])
  })

  test('waits for the previous write, and then takes all entries added meanwhile', async () => {
    const slow = deferred<void>()
    const writes: DiskRow[][] = []
    const setMany = async (rows: DiskRow[]) => {
      writes.push(rows)
      if (writes.length === 1) await slow.promise
    }
    const { names } = open({ disk: fakeDisk({ setMany }).disk })
    names.write('alice', fresh('Alice'))
    await vi.advanceTimersByTimeAsync(250)
    names.write('bob', fresh('Bob'))
    await vi.advanceTimersByTimeAsync(250)
    names.write('carol', fresh('Carol'))
    await vi.advanceTimersByTimeAsync(250)
    expect(writes).toHaveLength(1)
    slow.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(writes.map((rows) => rows.map(({ key }) => key))).toEqual([['names:alice'], ['names:bob', 'names:carol']])
  })

  /** A disk that is full until the test changes that. */
  function disk() {
    const { disk: sound, rows, writes } = fakeDisk()
    const state = { isFull: true, attempts: 0 }
    const setMany = async (batch: DiskRow[]) => {
      state.attempts++
      if (state.isFull) throw new Error('database or disk is full')
      return sound.setMany(batch)
    }
    return { disk: { ...sound, setMany }, rows, writes, state }
  }

  test('that fails is reported, and retried every five seconds with the entries added meanwhile', async () => {
    const full = disk()
    const { store, names, errors } = open({ disk: full.disk })
    expect(store.isFailing()).toBe(false)
    names.write('alice', fresh('Alice'))
    names.write('bob', fresh('Bob'))
    await vi.advanceTimersByTimeAsync(250)
    expect(errors).toEqual([['store_write_failed', 'database or disk is full']])
    expect(store.isFailing()).toBe(true)
    expect(names.readMemory('alice')).toEqual(fresh('Alice'))

    names.write('bob', fresh('Robert'))
    for (let index = 0; index < 1_000; index++) names.write(String(index), fresh('somebody'))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(full.state.attempts).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(full.state.attempts).toBe(2)
    expect(errors).toHaveLength(2)

    full.state.isFull = false
    expect(store.isFailing()).toBe(true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.isFailing()).toBe(false)
    expect(full.rows.size).toBe(1_002)
    expect(full.rows.get('names:alice')).toEqual(fresh('Alice'))
    expect(full.rows.get('names:bob')).toEqual(fresh('Robert'))
    expect(full.writes.map((rows) => rows.length)).toEqual([500, 500, 2])
    names.write('carol', fresh('Carol'))
    await vi.advanceTimersByTimeAsync(250)
    expect(full.rows.get('names:carol')).toEqual(fresh('Carol'))
    expect(errors).toHaveLength(2)
  })

  test('that is retried leaves out entries that have expired meanwhile', async () => {
    const full = disk()
    const { store, names, clock } = open({ disk: full.disk, staleSeconds: 30 })
    names.write('alice', fresh('Alice'))
    names.write('bob', { value: 'Bob', fetchedAt: NOW, expiresAt: NOW + 61 })
    await vi.advanceTimersByTimeAsync(250)
    full.state.isFull = false
    clock.now = NOW + 90
    await vi.advanceTimersByTimeAsync(5_000)
    expect(full.writes.flat()).toMatchObject([{ key: 'names:bob', ttl: 1_000 }])
    expect(store.isFailing()).toBe(false)
  })

  test('that is retried does not replace a newer value', async () => {
    const failing = deferred<void>()
    const { disk: sound, rows } = fakeDisk()
    let attempts = 0
    const setMany = async (batch: DiskRow[]) => {
      if (++attempts === 1) await failing.promise
      return sound.setMany(batch)
    }
    const { names } = open({ disk: { ...sound, setMany } })
    names.write('bob', fresh('Bob'))
    await vi.advanceTimersByTimeAsync(250)
    names.write('bob', fresh('Robert'))
    failing.reject(new Error('database or disk is full'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(attempts).toBe(2)
    expect(rows.get('names:bob')).toEqual(fresh('Robert'))
  })

  test('is skipped while 20,000 rows are pending; the entry stays in memory only', async () => {
    const stuck = deferred<void>()
    const writes: DiskRow[][] = []
    const setMany = async (rows: DiskRow[]) => {
      writes.push(rows)
      if (writes.length === 1) await stuck.promise
    }
    const { names, errors } = open({ disk: fakeDisk({ setMany }).disk, memoryBytes: 100 * MEGABYTE })
    names.write('first', fresh('first'))
    await vi.advanceTimersByTimeAsync(250)
    for (let index = 0; index < 20_000; index++) names.write(String(index), fresh('somebody'))
    expect(errors).toEqual([])
    names.write('too many', fresh('somebody'))
    expect(errors).toEqual([['store_write_skipped', '20000 rows are waiting to be written']])
    expect(names.readMemory('too many')).toEqual(fresh('somebody'))
    names.write('0', fresh('a newer value'))
    expect(errors).toHaveLength(1)

    stuck.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(writes.slice(1).flat()).toHaveLength(20_000)
    expect(writes[1]?.[0]).toMatchObject({ key: 'names:0', value: fresh('a newer value') })
    names.write('again', fresh('somebody'))
    await vi.advanceTimersByTimeAsync(250)
    expect(writes.at(-1)?.map(({ key }) => key)).toEqual(['names:again'])
    expect(errors).toHaveLength(1)
  })
})

describe('closing the store', () => {
  test('flushes pending entries and then closes the disk', async () => {
    const events: string[] = []
    const { disk } = fakeDisk({
      setMany: async (rows) => void events.push(`write ${rows.map(({ key }) => key).join()}`),
      close: async () => void events.push('close'),
    })
    const { store, names } = open({ disk })
    names.write('alice', fresh('Alice'))
    names.write('bob', fresh('Bob'))
    await store.close()
    expect(events).toEqual(['write names:alice,names:bob', 'close'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('succeeds when the disk fails, which is reported', async () => {
    const { disk } = fakeDisk({ setMany: () => Promise.reject(new Error('read-only file system')) })
    const { store, names, errors } = open({ disk })
    names.write('alice', fresh('Alice'))
    await store.close()
    expect(errors).toEqual([['store_write_failed', 'read-only file system']])
  })
})

test('the store is open when the disk is', async () => {
  expect(await open({ disk: fakeDisk({ isOpen: async () => false }).disk }).store.isOpen()).toBe(false)
  expect(await open({ disk: fakeDisk({ isOpen: async () => true }).disk }).store.isOpen()).toBe(true)
})
