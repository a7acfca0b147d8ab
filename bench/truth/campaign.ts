import { createRandom, type Random } from '../../packages/sim-steam/src/random.ts'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import { createClient, inCrowd, type Reply } from '../support/client.ts'
import type { Named } from './expected.ts'
import { writeAccount, writeMalformed, writeUnknownAccount } from './forms.ts'
import { createOracle } from './oracle.ts'
import { HALF_A_RECORD, type Verdict } from './verdict.ts'

/** All faults of Steam that a client can detect. */
const DETECTABLE_FAULTS = [
  '429',
  '500',
  '502',
  '503',
  'html-200',
  'cut-json',
  'null-200',
  'empty-200',
  'wrong-ids',
  'duplicated-ids',
  'reordered',
  'reset',
  'hang',
] as const satisfies Fault[]

const LOOKUPS_AT_ONCE = 48
const BATCHES_AT_ONCE = 6
const SCANS_AT_ONCE = 3
const LONGEST_SCAN_MS = 120_000

/** Probabilities for the dial: this share of answers is faulty, with equal shares of all faults. */
export function mixedFaults(share: number): Partial<Record<Fault, number>> {
  return Object.fromEntries(DETECTABLE_FAULTS.map((fault) => [fault, share / DETECTABLE_FAULTS.length]))
}

/** Number and target of the requests. */
export interface Campaign {
  url: string
  world: World
  /** Determines all requests. */
  seed: number
  lookups: number
  batches: number
  scans: number
}

/** The results of one kind of requests. */
export interface Results {
  asked: number
  /** The number of answers by verdict, such as `truth: whole` or `unknown: 503 platform_unavailable`. */
  kinds: Record<string, number>
  /** Descriptions of false answers. */
  lies: string[]
  /** The share of true answers, from 0 to 1, without accounts with an incomplete record at Steam. */
  share: number
  /** The duration of each request, in milliseconds. */
  times: number[]
}

export type CampaignResults = Record<'lookups' | 'batches' | 'scans', Results>

/** Sends many requests to a service with a faulty Steam, and compares each answer with the world. */
export async function runCampaign(campaign: Campaign): Promise<CampaignResults> {
  const { url, world, seed } = campaign
  const oracle = createOracle(world, Math.floor(Date.now() / 1000))
  const client = createClient(url)
  const patient = createClient(url, { withinMs: LONGEST_SCAN_MS })
  const random = createRandom(seed, 'campaign')

  const lookups = planLookups(world, random, campaign.lookups)
  const batches = Array.from({ length: campaign.batches }, () => planBatch(world, random))
  const scans = planScans(world, random, campaign.scans)
  const judged = (work: Promise<Reply>, judge: (reply: Reply) => Verdict) =>
    work.then((reply) => ({ ...judge(reply), ms: reply.ms }))

  const [ofLookups, ofBatches, ofScans] = await Promise.all([
    inCrowd(lookups, LOOKUPS_AT_ONCE, (asked) => {
      const isPosted = random.chance(0.2)
      const work = isPosted
        ? client.ask('/api/lookup', { input: asked.input })
        : client.ask(`/api/lookup?steamId=${encodeURIComponent(asked.input)}`)
      return judged(work, (reply) => oracle.lookup(asked, reply))
    }),
    inCrowd(batches, BATCHES_AT_ONCE, (entries) =>
      judged(client.ask('/api/lookup/batch', { steamIds: entries.map(({ input }) => input) }), (reply) =>
        oracle.batch(entries, reply),
      ),
    ),
    inCrowd(scans, SCANS_AT_ONCE, (steamId) =>
      judged(patient.ask('/api/friends', { steamId }), (reply) => oracle.scan(steamId, reply)),
    ),
  ])
  client.close()
  patient.close()
  return { lookups: toResults(ofLookups), batches: toResults(ofBatches), scans: toResults(ofScans) }
}

/** The cast, then other accounts, mostly once each, because a cached answer proves little. */
function planLookups(world: World, random: Random, count: number): Named[] {
  const strangers = shuffle(random, world.ids)
  const steamIds = [...Object.values(world.cast), ...strangers]
  return Array.from({ length: count }, (_, index) => {
    if (random.chance(0.03)) return writeUnknownAccount(random)
    if (random.chance(0.01)) return writeMalformed(random)
    // Some of the repeated accounts are cached.
    return writeAccount(world, steamIds[index] ?? random.pick(strangers), random)
  })
}

function planBatch(world: World, random: Random): Named[] {
  const entries: Named[] = []
  const size = random.integer(1, 50)
  while (entries.length < size) {
    const draw = random.next()
    if (draw < 0.04) entries.push(writeUnknownAccount(random))
    else if (draw < 0.06) entries.push(writeMalformed(random))
    else if (draw < 0.08 && entries.length > 0) entries.push(random.pick(entries))
    else entries.push(writeAccount(world, random.pick(world.ids), random))
  }
  return entries
}

/** Accounts with mostly long lists, which need most calls, and a few private or empty ones. */
function planScans(world: World, random: Random, count: number): string[] {
  const { scan, popular, manyBanned, clean, lonely, friendsUnlisted, friendsPrivate, gone } = world.cast
  const hasLongList = (steamId: string) => {
    const friends = world.account(steamId)?.friends
    return typeof friends === 'object' && friends.length > 50
  }
  const cast = [lonely, scan, friendsPrivate, popular, friendsUnlisted, manyBanned, gone, clean]
  const long = shuffle(random, world.ids)
    .slice(0, 20 * count)
    .filter(hasLongList)
  return Array.from({ length: count }, (_, index) =>
    random.chance(0.1) ? random.pick(world.ids) : (cast[index] ?? long[index] ?? scan),
  )
}

function shuffle<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)
}

function toResults(judged: (Verdict & { ms: number })[]): Results {
  const kinds: Record<string, number> = {}
  for (const { kind, why } of judged) {
    const name = kind === 'lie' ? kind : `${kind}: ${why}`
    kinds[name] = (kinds[name] ?? 0) + 1
  }
  const answerable = judged.filter(({ why }) => why !== HALF_A_RECORD)
  return {
    asked: judged.length,
    kinds,
    lies: judged.flatMap(({ kind, why }) => (kind === 'lie' ? [why] : [])),
    share: answerable.filter(({ kind }) => kind === 'truth').length / answerable.length,
    times: judged.map(({ ms }) => ms),
  }
}
