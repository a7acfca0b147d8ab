import { DeadlineContext } from '../lib/optimizations/deadline-context.ts'
import { memoizeByObject } from '../lib/optimizations/memoize.ts'
import type { CallContext } from '../lib/call-context.ts'
import type { Bans } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { FactPart } from '../model/verdict.ts'
import type { Summary } from '../steam/methods/get-player-summaries.ts'
import type { RustHours } from '../steam/methods/get-rust-hours.ts'
import type { Context } from '../accounts/context.ts'
import { isOutage, valueWithin } from '../accounts/optional-part.ts'
import type { Facts } from '../model/facts.ts'
import { toFact, toHoursFacts, toProfileFacts } from '../accounts/to-facts.ts'

/**
 * Time limit for all parts together. It is measured by the system clock, because a game server waits only 5 s, even if this process is
 * slow; after that it lets everyone in by default.
 */
export const VERDICT_DEADLINE_MS = 3_000
/**
 * How long to wait for the missing parts once the known facts suffice. They usually arrive in that time, because all parts are requested
 * together and Steam usually answers within 100 ms.
 */
const ENOUGH_MS = 300
/** Time limit for finding the last answer about a failed part: enough for memory, or for one read from disk. */
const LAST_ANSWER_MS = 250
/** Age up to which an expired answer is used when Steam does not answer. */
const MAX_STALE_SECONDS = 900

/** The fact for a part that has failed or has no answer yet. */
const UNAVAILABLE = { kind: 'unavailable' } as const
const UNASKED = { kind: 'unasked' } as const

interface GatherOptions {
  /** Whether Steam may be asked; otherwise only earlier answers in the cache are used. True by default. */
  mayAskSteam?: boolean
  /** Time limit for all parts together; three seconds by default. */
  withinMs?: number | undefined
  /** Whether an answer waits for the facts. True by default. */
  isUrgent?: boolean
  /** Whether these facts decide the verdict, whatever the parts that are still `unavailable` turn out to be. */
  isEnough?: (facts: Facts) => boolean
}

/**
 * Gathers parts of an account, by default within three seconds. A part that fails or is late falls back to its last answer, up to 15 minutes old,
 * unless Steam answered with an unusable record. Throws the abort reason of the call context.
 */
export async function gatherFacts(
  context: Context,
  steamId: SteamId,
  parts: readonly FactPart[],
  callContext: CallContext,
  { mayAskSteam = true, withinMs = VERDICT_DEADLINE_MS, isUrgent = true, isEnough = () => false }: GatherOptions = {},
): Promise<Facts> {
  const facts: Facts = { steamId, bans: UNASKED, profile: UNASKED, rustHours: UNASKED }
  for (const part of parts) facts[part] = UNAVAILABLE
  const question = { context, steamId, callContext }
  const missing = parts.filter((part) => !setRemembered(question, part, facts))
  if (missing.length === 0) return facts
  const deadline = new DeadlineContext(callContext, withinMs, context.clock, isUrgent)
  let pending = missing.length
  const shortenIfEnough = () => {
    if (pending > 0 && deadline.isInUse() && isEnough(facts)) deadline.shortenTo(ENOUGH_MS)
  }
  const onSettled = () => {
    pending--
    shortenIfEnough()
  }
  try {
    const gathering = { ...question, deadline, mayAskSteam }
    const settled = missing.map((part) => gatherPart(gathering, part, facts, onSettled))
    if (pending < parts.length) shortenIfEnough()
    await Promise.all(settled)
    setNewestBans(context, facts)
    return facts
  } finally {
    deadline.end()
  }
}

/** Replaces the ban record by a newer record that has become known while the other parts were gathered. */
function setNewestBans({ newestBans }: Context, facts: Facts): void {
  const { steamId, bans } = facts
  if (bans.kind !== 'known') return
  const known = { value: bans.value, fetchedAt: bans.fetchedAt, expiresAt: bans.fetchedAt }
  const newest = newestBans.of(steamId, known)
  if (newest.fetchedAt > bans.fetchedAt || newest.value !== bans.value)
    facts.bans = toFact(newest, newest.value, bans.isStale)
}

/** The account to gather facts about, and the request for which they are gathered. */
interface Question {
  context: Context
  steamId: SteamId
  callContext: CallContext
}

/** The state while facts are gathered. */
interface Gathering extends Question {
  deadline: DeadlineContext
  mayAskSteam: boolean
}

interface Answers {
  bans: Bans | null
  profile: Summary | null
  rustHours: RustHours | null
}

/** How to ask for one part, and how to read its answer. */
interface PartSteps<Part extends FactPart> {
  readMemory: (question: Question) => Cached<Answers[Part]> | undefined
  ask: (gathering: Gathering) => Promise<Cached<Answers[Part]>>
  readLast: (gathering: Gathering) => Promise<Cached<Answers[Part]> | undefined>
  /** Returns the same object for the same cached answer, so that verdicts can be memoized by it. */
  toFact: (answer: Cached<Answers[Part]>) => Facts[Part]
}

const PARTS: { [Part in FactPart]: PartSteps<Part> } = {
  bans: {
    readMemory: rememberedBans,
    ask: askForBans,
    readLast: ({ context, steamId }) => context.staleAnswers.getBans(steamId),
    // A missing ban record does not mean that there are no bans.
    toFact: memoizeByObject((bans) => toFact(bans, bans.value)),
  },
  profile: {
    readMemory: ({ context, steamId, callContext }) => context.rememberedAnswers.getSummary(steamId, callContext),
    ask: ({ context, steamId, deadline }) => context.steam.getSummary(steamId, deadline),
    readLast: ({ context, steamId }) => context.staleAnswers.getSummary(steamId),
    toFact: memoizeByObject((summary) => toFact(summary, summary.value && toProfileFacts(summary.value))),
  },
  rustHours: {
    readMemory: ({ context, steamId, callContext }) => context.rememberedAnswers.getRustHours(steamId, callContext),
    ask: ({ context, steamId, deadline }) => context.steam.getRustHours(steamId, deadline),
    readLast: ({ context, steamId }) => context.staleAnswers.getRustHours(steamId),
    toFact: memoizeByObject((hours) => toFact(hours, toHoursFacts(hours.value))),
  },
}

/** Sets one part of the facts if the answer about it is in memory; returns whether that is the case. */
function setRemembered<Part extends FactPart>(question: Question, part: Part, facts: Pick<Facts, Part>): boolean {
  const { readMemory, toFact }: PartSteps<Part> = PARTS[part]
  const answer = readMemory(question)
  if (answer) facts[part] = toFact(answer)
  return answer !== undefined
}

/** Sets one part of the facts by asking Steam or, if that fails or is not allowed, by the last answer. */
function gatherPart<Part extends FactPart>(
  gathering: Gathering,
  part: Part,
  facts: Pick<Facts, Part>,
  onSettled: () => void,
): Promise<void> {
  const steps: PartSteps<Part> = PARTS[part]
  const set = (fact: Facts[Part]) => {
    facts[part] = fact
    onSettled()
  }
  if (!gathering.mayAskSteam) return lastFact(gathering, steps).then(set)
  return steps.ask(gathering).then(
    (answer) => set(steps.toFact(answer)),
    async (error: unknown) => set(isReplaceable(gathering, error) ? await lastFact(gathering, steps) : UNAVAILABLE),
  )
}

/** Whether a stale answer may replace this failure. Throws the abort reason of the request, and unexpected errors. */
function isReplaceable({ callContext, deadline }: Gathering, error: unknown): boolean {
  if (callContext.signal.aborted) throw callContext.signal.reason
  if (deadline.isOver()) return true
  if (!(error instanceof RapsheetError)) throw error
  // Steam sometimes refuses valid keys, and for a player the cause of a missing answer makes no difference.
  return isOutage(error) || error.code === 'key_refused'
}

/** The fact from the last answer, marked as stale if the answer has expired; unavailable without a usable answer. */
async function lastFact<Part extends FactPart>(
  gathering: Gathering,
  { readLast, toFact }: PartSteps<Part>,
): Promise<Facts[Part] | typeof UNAVAILABLE> {
  const { clock } = gathering.context
  const last = await valueWithin(clock, LAST_ANSWER_MS, readLast(gathering))
  if (!last) return UNAVAILABLE
  const now = clock.unixSeconds()
  const fact = toFact(last)
  if (now < last.expiresAt || fact.kind !== 'known') return fact
  return now - last.fetchedAt <= MAX_STALE_SECONDS ? { ...fact, isStale: true } : UNAVAILABLE
}

/**
 * The ban record in memory; undefined if there is none. Also undefined if the answer has no record and is from this second, because that
 * has to be confirmed.
 */
function rememberedBans(question: Question): Cached<Bans | null> | undefined {
  const { context, steamId, callContext } = question
  const bans = context.rememberedAnswers.getBans(steamId, callContext)
  if (!bans || (bans.value === null && bans.fetchedAt >= context.clock.unixSeconds())) return undefined
  return observed(question, bans)
}

/** Asks for the ban record. If Steam's answer has no record or an unusable record, asks once more, which mostly succeeds. */
function askForBans(gathering: Gathering): Promise<Cached<Bans | null>> {
  const { context, steamId, deadline } = gathering
  const startedAt = context.clock.unixSeconds()
  const askAgain = async () => observed(gathering, await context.steam.confirmBans(steamId, deadline))
  return context.steam.getBans(steamId, deadline).then(
    // An answer from memory is not confirmed, because each verdict on an account without a record would cost a call.
    (bans) => (bans.value === null && bans.fetchedAt >= startedAt ? askAgain() : observed(gathering, bans)),
    (error: unknown) => {
      if (error instanceof RapsheetError && error.isUnusableRecord === true) return askAgain()
      throw error
    },
  )
}

function observed({ context, steamId }: Question, bans: Cached<Bans | null>): Cached<Bans | null> {
  if (isPresent(bans)) context.onRecord(steamId, bans)
  return bans
}

const isPresent = <Value>(answer: Cached<Value | null>): answer is Cached<Value> => answer.value !== null
