import { DeadlineContext } from '../lib/optimizations/deadline-context.ts'
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
const VERDICT_DEADLINE_MS = 3_000
/** Time limit for finding the last answer about a failed part: enough for memory, or for one read from disk. */
const LAST_ANSWER_MS = 250
/** Age up to which an expired answer is used when Steam does not answer. */
const MAX_STALE_SECONDS = 900

/** The fact for a part that has failed. */
const UNAVAILABLE = { kind: 'unavailable' } as const

/** The facts about an account of which nothing was asked. */
export const unaskedFacts = (steamId: SteamId): Facts => ({
  steamId,
  bans: { kind: 'unasked' },
  profile: { kind: 'unasked' },
  rustHours: { kind: 'unasked' },
})

interface GatherOptions {
  /** Whether Steam may be asked; otherwise only earlier answers in the cache are used. True by default. */
  mayAskSteam?: boolean
  /** Time limit for all parts together; three seconds by default. */
  withinMs?: number
  /** Whether an answer waits for the facts. True by default. */
  isUrgent?: boolean
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
  { mayAskSteam = true, withinMs = VERDICT_DEADLINE_MS, isUrgent = true }: GatherOptions = {},
): Promise<Facts> {
  const facts = unaskedFacts(steamId)
  if (parts.length === 0) return facts
  const deadline = new DeadlineContext(callContext, withinMs, context.clock, isUrgent)
  const gathering = { context, steamId, callContext, deadline, mayAskSteam }
  try {
    await Promise.all(parts.map((part) => gatherPart(gathering, part, facts)))
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

/** The state while facts are gathered about an account. */
interface Gathering {
  context: Context
  steamId: SteamId
  callContext: CallContext
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
  ask: (gathering: Gathering) => Promise<Cached<Answers[Part]>>
  readLast: (gathering: Gathering) => Promise<Cached<Answers[Part]> | undefined>
  toFact: (answer: Cached<Answers[Part]>) => Facts[Part]
}

const PARTS: { [Part in FactPart]: PartSteps<Part> } = {
  bans: {
    ask: askForBans,
    readLast: ({ context, steamId }) => context.staleAnswers.getBans(steamId),
    // A missing ban record does not mean that there are no bans.
    toFact: (bans) => toFact(bans, bans.value),
  },
  profile: {
    ask: ({ context, steamId, deadline }) => context.steam.getSummary(steamId, deadline),
    readLast: ({ context, steamId }) => context.staleAnswers.getSummary(steamId),
    toFact: (summary) => toFact(summary, summary.value && toProfileFacts(summary.value)),
  },
  rustHours: {
    ask: ({ context, steamId, deadline }) => context.steam.getRustHours(steamId, deadline),
    readLast: ({ context, steamId }) => context.staleAnswers.getRustHours(steamId),
    toFact: (hours) => toFact(hours, toHoursFacts(hours.value)),
  },
}

/** Sets one part of the facts by asking Steam or, if that fails or is not allowed, by the last answer. */
async function gatherPart<Part extends FactPart>(
  gathering: Gathering,
  part: Part,
  facts: Pick<Facts, Part>,
): Promise<void> {
  const steps: PartSteps<Part> = PARTS[part]
  const ask = async (): Promise<Facts[Part]> => steps.toFact(await steps.ask(gathering))
  const asked = gathering.mayAskSteam
    ? await ask().catch((error: unknown) => (isReplaceable(gathering, error) ? undefined : UNAVAILABLE))
    : undefined
  facts[part] = asked ?? (await lastFact(gathering, steps))
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

/** Asks for the ban record. If Steam's answer has no record or an unusable record, asks once more, which mostly succeeds. */
async function askForBans({ context, steamId, deadline }: Gathering): Promise<Cached<Bans | null>> {
  const startedAt = context.clock.unixSeconds()
  const asked = await context.steam.getBans(steamId, deadline).catch((error: unknown) => {
    if (error instanceof RapsheetError && error.isUnusableRecord === true) return undefined
    throw error
  })
  // An answer from memory is not confirmed, because each verdict on an account without a record would cost a call.
  const isConfirmed = asked !== undefined && (asked.value !== null || asked.fetchedAt < startedAt)
  const bans = isConfirmed ? asked : await context.steam.confirmBans(steamId, deadline)
  if (isPresent(bans)) context.onRecord(steamId, bans)
  return bans
}

const isPresent = <Value>(answer: Cached<Value | null>): answer is Cached<Value> => answer.value !== null
