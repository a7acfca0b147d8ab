import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { Agent } from 'undici'
import { createRandom } from '../../packages/sim-steam/src/random.ts'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { openDatabase } from '../../src/app/database.ts'
import { findContradictions } from '../../src/model/check-terms.ts'
import { rulesSchema, type Policy, type PolicyTerms } from '../../src/model/policy.ts'
import { openPostgresBed, openSqliteBed, type DoorBed } from '../door/beds.ts'
import { changeSomething, type ChangeOptions } from '../door/changes.ts'
import { changingContext, openCommunity, KNOWN_WITHIN_MS, type Community } from '../door/community.ts'
import { createQuestions, type Asked } from '../door/questions.ts'
import { policyArbitrary } from '../policies/arbitraries.ts'
import { inCrowd } from '../support/client.ts'
import { whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import type { TopicOptions } from '../support/topics.ts'
import { mixedFaults } from '../truth/campaign.ts'

const STARTS = 40
const COMMUNITIES = 60
/** How much is changed while no process runs, and while one runs. */
const CHANGES = { stopped: 90, running: 45 }
const ACCOUNTS = 2_000
const AT_ONCE = 40
const LATENCY_MS = 20
/** How many questions are asked after each start: while lists and policies change, while the database may fail, and while the service ends. */
const QUESTIONS = { changing: 100, failing: 130, ending: 20 }
const SETTINGS = { STEAM_CALLS_PER_DAY: '0', POLICY_TOKEN_PER_MINUTE: '0', LOG_LEVEL: 'silent' }

const STEAM_FAULTS: Record<string, Partial<Record<Fault, number>>> = {
  whole: {},
  'down (503)': { '503': 1 },
  'refusing (429)': { '429': 1 },
  silent: { hang: 1 },
  'answering HTML': { 'html-200': 1 },
  'resetting connections': { reset: 1 },
  'faulty by a third': mixedFaults(0.33),
}

/** Random lists, policies, exceptions and joins while Steam and the database fail and the service is restarted; each answer is compared with an oracle. */
export async function measureOwnBans(
  testbed: Testbed,
  options: Pick<TopicOptions, 'runs' | 'seed'>,
): Promise<Findings> {
  const seed = options.seed ?? 1 + Math.floor(Math.random() * 1_000_000)
  const starts = Math.ceil((options.runs ?? STARTS) / 2)
  const rows: Row[] = []
  const notes: string[] = []
  const measured = [openSqliteBed, openPostgresBed].map(async (openBed) => {
    const bed = await openBed(testbed, COMMUNITIES)
    return { bed, ...(await runCampaign(testbed, bed, { seed, starts })) }
  })
  for (const { bed, asked, counts } of await Promise.all(measured)) {
    const title = `${whole(asked.length)} joins, random lists, policies and exceptions of ${COMMUNITIES} servers, ${starts} restarts on ${bed.engine}, seed ${seed}`
    rows.push(...toRows(title, asked))
    notes.push(`${title}: ${formatCounts(counts)}; answers: ${formatCounts(countEnds(asked))}.`)
    for (const { mistake } of asked.filter((each) => each.mistake !== undefined).slice(0, 5))
      notes.push(`WRONG, ${bed.engine}, seed ${seed}: ${mistake}`)
  }
  return { rows, notes, hasFailed: rows.some(({ isMet }) => isMet === false) }
}

/** Starts the service again and again on one database; between two starts everything may change. */
async function runCampaign(testbed: Testbed, bed: DoorBed, { seed, starts }: { seed: number; starts: number }) {
  const random = createRandom(seed, 'questions', bed.engine)
  const world = createWorld({ seed, accounts: ACCOUNTS })
  const platform = await testbed.platform(LATENCY_MS, ACCOUNTS, seed)
  const database = await openDatabase(bed.databaseUrl)
  const context = changingContext(database)
  // A stream of its own, because questions are asked while changes are made.
  const changing: ChangeOptions = { context, random: createRandom(seed, 'changes', bed.engine), terms: drawTerms(seed) }
  const accounts = [...Object.values(world.cast), ...world.ids.slice(0, 300), '76561198999999999']
  const communities: Community[] = []
  for (const guildId of bed.guildIds) communities.push(await openCommunity(context, random, { guildId, accounts }))
  const dispatcher = new Agent()
  const counts: Record<string, number> = {}
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1)
  const change = async (number: number) => {
    for (let left = number; left > 0; left--) count(await changeSomething(changing.random.pick(communities), changing))
  }
  const asked: Asked[] = []
  for (let start = 0; start < starts; start++) {
    await change(CHANGES.stopped)
    for (const { list, policy } of communities) [list, policy].forEach(({ forgetOlder }) => forgetOlder())
    const steam = random.pick(Object.keys(STEAM_FAULTS))
    await platform.dial({ faults: STEAM_FAULTS[steam] ?? {} })
    const server = await testbed.rapsheet(platform, { ...bed.settings, ...SETTINGS })
    const questions = createQuestions({
      url: server.url,
      dispatcher,
      world,
      communities,
      mayLackFacts: steam !== 'whole',
    })
    const where = `start ${start + 1}, Steam ${steam}`
    const askAll = (length: number, how: string, overMs = 0) => {
      // Drawn before the first of them is asked, so that they depend on the seed only.
      const drawn = Array.from({ length }, () => ({ question: questions.draw(random), pause: random.next() * overMs }))
      return inCrowd(drawn, AT_ONCE, async ({ question, pause }) => {
        await sleep(pause)
        asked.push(await questions.ask(question, `${where}, ${how}`))
      })
    }
    await Promise.all([change(CHANGES.running), askAll(QUESTIONS.changing, 'lists are changing', 1_500)])
    await sleep(KNOWN_WITHIN_MS)
    const fault = random.pick(['whole', ...Object.keys(bed.faults)])
    const repair = await bed.faults[fault]?.()
    await askAll(QUESTIONS.failing, `database ${fault}`)
    await repair?.()
    count(`Steam ${steam}`)
    count(`database ${fault}`)
    const isKilled = random.chance(0.7)
    const last = askAll(QUESTIONS.ending, 'the service ends')
    questions.expectEnd()
    await (isKilled ? server.kill() : server.stop())
    await last
    count(isKilled ? 'SIGKILL' : 'SIGTERM')
  }
  await database.close()
  await dispatcher.destroy()
  return { asked, counts }
}

/** Terms that can be saved; a quarter of them have no rules. */
function drawTerms(seed: number): PolicyTerms[] {
  const canBeSaved = (policy: Policy) =>
    findContradictions(policy).length === 0 && rulesSchema.safeParse(policy.rules).success
  return fc
    .sample(policyArbitrary.filter(canBeSaved), { numRuns: 500, seed })
    .map(({ mode, rules, onUnknown, actions, appeal }, index) =>
      index % 4 === 0
        ? { mode, rules: {}, onUnknown: {}, actions: {}, appeal }
        : { mode, rules, onUnknown, actions, appeal },
    )
}

function toRows(title: string, asked: readonly Asked[]): Row[] {
  const wrong = asked.filter(({ mistake }) => mistake !== undefined).length
  const banned = asked.filter(({ kind, by, isEnding }) => kind === 'game' && by === 'own ban' && !isEnding)
  const refused = banned.filter(({ end }) => end === '200').length
  const undecided = banned.filter(({ end }) => end === '503').length
  return [
    {
      what: title,
      target: '0 answers that differ from the oracle',
      measured: `${wrong} of ${whole(asked.length)} differ`,
      isMet: wrong === 0,
    },
    {
      what: `${title}: joins of banned accounts`,
      target: 'each refused, or 503',
      measured: `${whole(refused)} of ${whole(banned.length)} refused, ${undecided} × 503`,
      isMet: banned.length > 0 && refused + undecided === banned.length,
    },
  ]
}

const formatCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, count]) => `${whole(count)} × ${what}`)
    .join(', ')

function countEnds(asked: readonly Asked[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind, by, end, isEnding } of asked) {
    const what = isEnding ? 'while the service ended' : `${kind === 'game' ? by : kind}: ${end}`
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}
