import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../packages/sim-steam/src/random.ts'
import { hashToken } from '../../src/lib/token-hash.ts'
import type { Database } from '../../src/app/database.ts'
import type { createTold, ToldJoin } from './told.ts'
import type { Lists } from './watch-lists.ts'

/** The names of the game servers of each Discord server. */
const GAME_SERVERS = ['EU', 'US']
const USER = '100000000000000001'
/** A join is stored this long after its answer at the latest, unless the service is killed before. */
const STORED_WITHIN_MS = 3_000
const ASK_AGAIN_MS = 200
const ANSWER_WITHIN_MS = 5_000

/** The service that game servers ask while it is killed and started again. */
export interface Door {
  /** Its address at the moment. */
  url: () => string | undefined
  /** When it was killed, ms, and when it worked again; `to` is infinite until then. */
  outages: readonly { from: number; to: number }[]
}

/** A watched account that a game server asks about. */
interface PlannedJoin {
  guildId: string
  steamId: string
  server: string
}

/** A question that was sent; the service may have stored it also if no answer has arrived. */
interface Asked extends PlannedJoin {
  from: number
  /** When the answer has arrived, or the question has failed, ms. */
  at: number
  isAnswered: boolean
}

const keyOf = ({ guildId, steamId, server }: PlannedJoin) => `${guildId} ${steamId} ${server}`

/** Game servers ask about watched accounts, about each of them twice; knows what has to be told. */
export function createJoinTrial(lists: Lists, door: Door, told: ReturnType<typeof createTold>) {
  const asked: Asked[] = []
  const tokens = new Map(
    [...lists.keys()].flatMap((guildId) =>
      GAME_SERVERS.map((server) => [`${guildId} ${server}`, `rsp_${randomBytes(32).toString('base64url')}`] as const),
    ),
  )

  const ask = async (planned: PlannedJoin, until: AbortSignal) => {
    const token = tokens.get(`${planned.guildId} ${planned.server}`) ?? ''
    while (!until.aborted) {
      const from = Date.now()
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
      // It is not answered while the service is not running.
      const answer = await fetch(`${door.url() ?? ''}/game/${token}/${planned.steamId}`, { signal }).catch(() => null)
      const isAnswered = answer?.status === 404
      asked.push({ ...planned, from, at: Date.now(), isAnswered })
      if (isAnswered) return
      await sleep(ASK_AGAIN_MS)
    }
  }
  const judged = () => judgeJoins(asked, door.outages, told.joins())

  return {
    open: (database: Database) => openServers(database, lists, tokens),
    /** Lets `count` watched accounts join, spread over a time, and each of them once more. */
    async askAll(count: number, overMs: number, random: Random, until: AbortSignal): Promise<void> {
      const guildIds = [...lists.keys()]
      const planned = Array.from({ length: count }, (): PlannedJoin => {
        const guildId = random.pick(guildIds)
        return { guildId, steamId: random.pick(lists.get(guildId) ?? []), server: random.pick(GAME_SERVERS) }
      })
      await Promise.all(
        [...planned, ...planned].map(async (each) => {
          await sleep(random.next() * overMs)
          await ask(each, until)
        }),
      )
    },
    missing: () => judged().lost,
    verdict: judged,
  }
}

/** Compares what was told with what was asked. */
function judgeJoins(asked: readonly Asked[], outages: Door['outages'], told: readonly ToldJoin[]) {
  const killAfter = (at: number) => outages.find(({ from }) => from >= at)?.from ?? Number.POSITIVE_INFINITY
  const due = asked.filter(({ at, isAnswered }) => isAnswered && killAfter(at) - at >= STORED_WITHIN_MS)
  const seen = new Set(told.map(keyOf))
  const counts = new Map<string, number>()
  for (const each of told) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1)
  /** The question that a message is about: it was under way in the second that the message names; an answered one if there is one. */
  const causeOf = (message: ToldJoin) => {
    const possible = asked.filter(
      (each) =>
        keyOf(each) === keyOf(message) &&
        each.from < (message.askedAt + 1) * 1_000 &&
        each.at >= message.askedAt * 1_000,
    )
    return possible.find(({ isAnswered }) => isAnswered) ?? possible[0]
  }
  const downMs = (from: number, to: number) =>
    outages
      .map((outage) => Math.min(outage.to, to) - Math.max(outage.from, from))
      .filter((ms) => ms > 0)
      .reduce((sum, ms) => sum + ms, 0)
  return {
    due: new Set(due.map(keyOf)).size,
    /** Joins that were not told, with how long before a kill they were answered. */
    lost: due
      .filter((each) => !seen.has(keyOf(each)))
      .map((each) => `${keyOf(each)}, answered ${killAfter(each.at) - each.at} ms before a kill`),
    wrong: told.filter((each) => causeOf(each) === undefined).map(keyOf),
    repeated: [...counts].filter(([, count]) => count > 1).map(([key]) => key),
    /** From each answer to the message about it: all the time, and the part of it in which the service worked, ms. */
    delays: told.flatMap((message) => {
      const cause = causeOf(message)
      if (!cause?.isAnswered) return []
      const ms = message.at - cause.at
      return [{ ms, workingMs: ms - downMs(cause.at, message.at) }]
    }),
  }
}

/** Gives each Discord server a policy that only observes, and game servers with these tokens, by server and name. */
async function openServers(database: Database, lists: Lists, tokens: ReadonlyMap<string, string>): Promise<void> {
  const now = Math.floor(Date.now() / 1_000)
  const terms = { mode: 'observe', rules: { maxVacBans: 0 }, onUnknown: {}, actions: {}, appeal: '' } as const
  const policy = {
    name: 'bench',
    version: 1,
    terms,
    notify: 'daily',
    reportsBans: true,
    updatedAt: now,
    updatedBy: USER,
  } as const
  for (const guildId of lists.keys()) {
    await database.transaction(async ({ policies, policyTokens }) => {
      await policies.create({ ...policy, guildId })
      for (const name of GAME_SERVERS) {
        const hash = hashToken(tokens.get(`${guildId} ${name}`) ?? '')
        await policyTokens.add({ guildId, name, hash, createdAt: now, createdBy: USER })
      }
    })
  }
}
