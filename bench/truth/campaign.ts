import { createRandom } from '../../sim/steam/random.ts'
import type { Random } from '../../sim/steam/random.ts'
import type { Fault } from '../../sim/steam/dial.ts'
import type { World } from '../../sim/steam/world.ts'
import { createClient, inCrowd } from '../support/client.ts'
import type { Reply } from '../support/client.ts'
import { writeAccount, writeMalformed, writeNobody } from './forms.ts'
import { createOracle, HALF_A_RECORD } from './oracle.ts'
import type { Named, Verdict } from './oracle.ts'

/** Every way an answer of Steam can go wrong that a client can notice, as the issue lists them. */
const FAULTS_OF_A_BAD_DAY = [
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

/** For the dial: so many of all answers are spoiled, in all ways alike. */
export function badDay(share: number): Partial<Record<Fault, number>> {
  return Object.fromEntries(FAULTS_OF_A_BAD_DAY.map((fault) => [fault, share / FAULTS_OF_A_BAD_DAY.length]))
}

/** How much to ask, and of whom. */
export interface Campaign {
  url: string
  world: World
  /** What is asked depends on it alone. */
  seed: number
  lookups: number
  batches: number
  scans: number
}

/** How the answers to one kind of question turned out. */
export interface Usage {
  asked: number
  /** Answers by what they were, such as `truth: whole` or `unknown: 503 platform_unavailable`. */
  kinds: Record<string, number>
  /** What was not so, in words. */
  lies: string[]
  /** The part of them that got the truth, 0 to 1; those of whom Steam has but half a record are not counted. */
  share: number
  /** Milliseconds each answer took. */
  times: number[]
}

/** Asks a service whose Steam has a bad day about everybody, and holds each answer against the world. */
export async function runCampaign(campaign: Campaign): Promise<Record<'lookups' | 'batches' | 'scans', Usage>> {
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
  return { lookups: toTally(ofLookups), batches: toTally(ofBatches), scans: toTally(ofScans) }
}

/** The cast, then as many others as there are, each once: an answer that is remembered proves little. */
function planLookups(world: World, random: Random, count: number): Named[] {
  const strangers = shuffle(random, world.ids)
  const everybody = [...Object.values(world.cast), ...strangers]
  return Array.from({ length: count }, (_, index) => {
    if (random.chance(0.03)) return writeNobody(random)
    if (random.chance(0.01)) return writeMalformed(random)
    // Of those who are asked about again, some are remembered.
    return writeAccount(world, everybody[index] ?? random.pick(strangers), random)
  })
}

function planBatch(world: World, random: Random): Named[] {
  const entries: Named[] = []
  const size = random.integer(1, 50)
  while (entries.length < size) {
    const draw = random.next()
    if (draw < 0.04) entries.push(writeNobody(random))
    else if (draw < 0.06) entries.push(writeMalformed(random))
    else if (draw < 0.08 && entries.length > 0) entries.push(random.pick(entries))
    else entries.push(writeAccount(world, random.pick(world.ids), random))
  }
  return entries
}

/** Long lists most of all, for they ask the most; a private or empty one here and there. */
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
    .map((value) => ({ value, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}

function toTally(judged: (Verdict & { ms: number })[]): Usage {
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
