import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { deal, wholeAccounts } from '../../support/accounts.ts'
import { lookup } from '../../support/ask.ts'
import { openReplicaBed } from '../../support/replica-bed.ts'
import type { Row } from '../../support/table.ts'
import type { Server, Testbed } from '../../support/testbed.ts'
import { shiftedBy, SHIFTS_MS } from './shifts.ts'

const LIFETIME_SECONDS = 20
const WRITTEN_MS = 2_000
/** Times are in whole seconds, and a look-up takes a moment. */
const TOLERANCE_SECONDS = 2
const ACCOUNTS = 500
const PER_PAIR = 5

const LIFETIMES = Object.fromEntries(
  ['ACCOUNT', 'HOURS', 'FRIENDS', 'VANITY', 'VANITY_MISS'].map((name) => [
    `CACHE_${name}_SECONDS`,
    String(LIFETIME_SECONDS),
  ]),
)

const datesSchema = z.object({ fetchedAt: z.number() })

/** An account that one replica looks up first and another one second. */
interface Case {
  steamId: string
  writer: Server
  reader: Server
  fetchedAt: number
}

/** An entry that one replica has cached is used by one with another clock until it expires, and not longer; its dates are right. */
export async function measureCacheClocks(testbed: Testbed): Promise<Row[]> {
  const platform = await testbed.platform(0, ACCOUNTS)
  const bed = await openReplicaBed(testbed)
  const replicas: Server[] = []
  for (const ms of SHIFTS_MS) replicas.push(...(await bed.start(platform, 1, { ...LIFETIMES, ...shiftedBy(ms) })))
  const next = deal(wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId))
  const pairs = replicas.flatMap((writer) =>
    replicas.filter((reader) => reader !== writer).map((reader) => ({ writer, reader })),
  )
  const cases: Case[] = Array.from({ length: PER_PAIR }, () => pairs)
    .flat()
    .map((pair) => ({ ...pair, steamId: next(), fetchedAt: 0 }))

  let wrongDates = 0
  /** Looks the accounts up, and returns the number of calls. */
  const lookUp = async (who: 'writer' | 'reader'): Promise<number> => {
    const { calls } = await platform.watch(async () => {
      for (const each of cases) {
        const { fetchedAt } = datesSchema.parse(JSON.parse(await lookup(each[who], each.steamId)))
        const [now, isNew] = [Date.now() / 1_000, fetchedAt !== each.fetchedAt]
        if (isNew && Math.abs(now - fetchedAt) > TOLERANCE_SECONDS) wrongDates++
        each.fetchedAt = fetchedAt
      }
    })
    return calls.total
  }
  const [first, , later] = [await lookUp('writer'), await sleep(WRITTEN_MS), await lookUp('reader')]
  await sleep((LIFETIME_SECONDS + TOLERANCE_SECONDS) * 1_000)
  const expired = await lookUp('reader')
  return [
    {
      what: `clocks 10 min apart: ${cases.length} look-ups of what another replica has cached, and again once it has expired`,
      target: '0 calls, then as many as at first; dates right',
      measured: `${later} calls, then ${expired} (${first} at first); ${wrongDates} dates wrong by more than ${TOLERANCE_SECONDS} s`,
      isMet: later === 0 && first > 0 && expired >= 0.9 * first && wrongDates === 0,
    },
  ]
}
