import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createCallContext } from '../../src/lib/call-context.ts'
import { bansSchema } from '../../src/model/account.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { openSqlite } from '../../src/store/disk.ts'
import { createStore } from '../../src/store/store.ts'
import { median, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const ROWS = 15_000
const ROUNDS = 3
/** The number of rows read at once. */
const WAVE = 1_000
const MEMORY_BYTES = 64 * 1024 * 1024
const bans = {
  VACBanned: true,
  NumberOfVACBans: 1,
  NumberOfGameBans: 0,
  DaysSinceLastBan: 412,
  CommunityBanned: false,
  EconomyBan: 'none',
}

/** Writes ban records to a real file, and reads them with a store without a memory cache. */
export async function measureStore(testbed: Testbed): Promise<Findings> {
  const keys = Array.from({ length: ROWS }, (_, index) => String(76561198010000000n + BigInt(index)))
  const written: number[] = []
  const read: number[] = []
  let bytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    const path = join(await testbed.folder(), 'store.sqlite')
    const open = async () => {
      const disk = await openSqlite(`sqlite://${path}`, fail)
      const store = createStore({ disk, memoryBytes: MEMORY_BYTES, clock: systemClock, onError: fail })
      return { store, collection: store.collection('bans', bansSchema) }
    }

    const writer = await open()
    const now = systemClock.unixSeconds()
    written.push(
      await perSecond(async () => {
        for (const key of keys) writer.collection.write(key, { value: bans, fetchedAt: now, expiresAt: now + 3_600 })
        await writer.store.flush()
      }),
    )
    await writer.store.close()
    bytes = (await stat(path)).size

    const reader = await open()
    const callContext = createCallContext(new AbortController().signal)
    read.push(
      await perSecond(async () => {
        for (let start = 0; start < ROWS; start += WAVE) {
          const wave = keys.slice(start, start + WAVE).map((key) => reader.collection.readDisk(key, callContext))
          if ((await Promise.all(wave)).includes(undefined)) throw new Error('a written row is missing')
        }
      }),
    )
    await reader.store.close()
  }
  return {
    rows: [
      {
        what: 'store: rows written',
        target: '≥ 5,000/s',
        measured: `${whole(median(written))}/s`,
        isMet: median(written) >= 5_000,
      },
      {
        what: 'store: rows read in bulk, each checked',
        target: '≥ 30,000/s',
        measured: `${whole(median(read))}/s`,
        isMet: median(read) >= 30_000,
      },
    ],
    notes: [`Store: ${whole(ROWS)} ban records in a SQLite file of ${whole(bytes / 1024)} KiB; median of ${ROUNDS}.`],
  }
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (ROWS * 1_000) / (performance.now() - startedAt)
}

function fail(event: string, error: unknown): never {
  throw new Error(event, { cause: error })
}
