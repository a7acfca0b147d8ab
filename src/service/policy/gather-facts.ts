import { DeadlineContext } from '../../lib/optimizations/deadline-context.ts'
import type { CallContext } from '../../lib/call-context.ts'
import type { Bans } from '../../model/account.ts'
import type { Cached } from '../../model/cached.ts'
import { RapsheetError } from '../../model/error.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { FactPart } from '../../model/verdict.ts'
import type { Summary } from '../../steam/methods/get-player-summaries.ts'
import type { RustHours } from '../../steam/methods/get-rust-hours.ts'
import type { Context } from '../context.ts'
import { isOutage } from '../is-outage.ts'
import { valueWithin } from '../optional-part.ts'
import type { Fact, Facts, HoursFacts, KnownFact, ProfileFacts } from './facts.ts'

/** Time limit for all parts together: a game server waits 5 s, and lets everybody in after that by default. */
const VERDICT_DEADLINE_MS = 3_000
/** Further wait once the facts are enough: the parts are asked at the same time, and Steam usually answers within 100 ms. */
const ENOUGH_MS = 300
/** Time limit for the last answer of a part that failed: memory or one read of the disk. */
const LAST_ANSWER_MS = 250
/** Age up to which an expired answer counts when Steam gives none. */
const MAX_STALE_SECONDS = 900

/** Of a failed part, and of one that has not been answered yet. */
const UNAVAILABLE = { kind: 'unavailable' } as const
const UNASKED = { kind: 'unasked' } as const

interface GatherOptions {
  /** Whether Steam may be asked; otherwise only remembered answers count. True by default. */
  mayAskSteam?: boolean
  /** Whether these facts decide already, whatever the parts turn out to be that are still `unavailable`. */
  isEnough?: (facts: Facts) => boolean
}

/**
 * What is known of these parts of an account, within three seconds. A part that fails or is late falls back to its last
 * answer, up to 15 minutes old, unless Steam did answer and its record is unusable. Throws the abort reason of the call context.
 */
export async function gatherFacts(
  context: Context,
  steamId: SteamId,
  parts: readonly FactPart[],
  callContext: CallContext,
  { mayAskSteam = true, isEnough = () => false }: GatherOptions = {},
): Promise<Facts> {
  const deadline = new DeadlineContext(callContext, VERDICT_DEADLINE_MS, context.loop)
  const gathering = { context, steamId, callContext, deadline, mayAskSteam }
  const facts: Facts = { steamId, bans: UNASKED, profile: UNASKED, rustHours: UNASKED }
  for (const part of parts) facts[part] = UNAVAILABLE
  let pending = parts.length
  try {
    await Promise.all(
      parts.map(async (part) => {
        await GATHER_PART[part](gathering, facts)
        pending--
        if (pending > 0 && deadline.isInUse() && isEnough(facts)) deadline.shortenTo(ENOUGH_MS)
      }),
    )
    return facts
  } finally {
    deadline.end()
  }
}

/** One gathering of facts. */
interface Gathering {
  context: Context
  steamId: SteamId
  callContext: CallContext
  deadline: DeadlineContext
  mayAskSteam: boolean
}

/** Sets one part of the facts. */
const GATHER_PART: Record<FactPart, (gathering: Gathering, facts: Facts) => Promise<void>> = {
  async bans(gathering, facts) {
    const { context, steamId } = gathering
    const ask = async () => {
      const bans = await askForBans(gathering)
      if (bans.value !== null) context.onRecord(steamId, { ...bans, value: bans.value })
      return bans
    }
    facts.bans = await gatherPart(gathering, ask, () => context.staleAnswers.getBans(steamId), toBansFact)
  },
  async profile(gathering, facts) {
    const { context, steamId, deadline } = gathering
    const ask = async () => {
      const summary = await context.steam.getSummary(steamId, deadline)
      if (summary.value !== null) context.missingProfiles.reportFound(steamId)
      return summary
    }
    facts.profile = await gatherPart(gathering, ask, () => context.staleAnswers.getSummary(steamId), toProfileFact)
  },
  async rustHours(gathering, facts) {
    const { context, steamId, deadline } = gathering
    const ask = () => context.steam.getRustHours(steamId, deadline)
    facts.rustHours = await gatherPart(gathering, ask, () => context.staleAnswers.getRustHours(steamId), toHoursFact)
  },
}

/** The ban record; asks once more when Steam's answer lacks it, or has an unusable one: most second answers have it. */
async function askForBans({ context: { steam, loop }, steamId, deadline }: Gathering): Promise<Cached<Bans | null>> {
  const startedAt = loop.unixSeconds()
  try {
    const bans = await steam.getBans(steamId, deadline)
    // Not for a remembered answer: accounts that have no record would cost a call each time.
    if (bans.value !== null || bans.fetchedAt < startedAt) return bans
  } catch (error) {
    if (!(error instanceof RapsheetError) || error.isUnusableRecord !== true) throw error
  }
  return steam.confirmBans(steamId, deadline)
}

async function gatherPart<Answer, Value>(
  gathering: Gathering,
  ask: () => Promise<Cached<Answer>>,
  readLast: () => Promise<Cached<Answer> | undefined>,
  toFact: (answer: Cached<Answer>) => Fact<Value>,
): Promise<Fact<Value>> {
  const { context, callContext, deadline, mayAskSteam } = gathering
  if (mayAskSteam) {
    try {
      return toFact(await ask())
    } catch (error) {
      if (callContext.signal.aborted) throw callContext.signal.reason
      if (!deadline.isOver() && !(error instanceof RapsheetError)) throw error
      if (!deadline.isOver() && !isOutage(error)) return UNAVAILABLE
    }
  }
  const last = await valueWithin(context.loop, LAST_ANSWER_MS, readLast())
  const now = context.loop.unixSeconds()
  if (!last) return UNAVAILABLE
  if (now < last.expiresAt) return toFact(last)
  const fact = now - last.fetchedAt <= MAX_STALE_SECONDS ? toFact(last) : UNAVAILABLE
  return fact.kind === 'known' ? { ...fact, isStale: true } : fact
}

/** Makes facts of answers. The fact of the same cached answer is the same object, so that verdicts can be remembered by it. */
function createFactOf<Answer, Value>(read: (answer: Answer) => Value | null): (answer: Cached<Answer>) => Fact<Value> {
  const facts = new WeakMap<Cached<Answer>, KnownFact<Value> | typeof UNAVAILABLE>()
  return (answer) => {
    const known = facts.get(answer)
    if (known) return known
    const value = read(answer.value)
    const { fetchedAt } = answer
    const fact = value === null ? UNAVAILABLE : ({ kind: 'known', value, fetchedAt, isStale: false } as const)
    facts.set(answer, fact)
    return fact
  }
}

// No ban record is not a clean one, and an account without a profile may have one a moment later.
const toBansFact = createFactOf((bans: Bans | null) => bans)

const toProfileFact = createFactOf((summary: Summary | null): ProfileFacts | null => {
  if (summary === null) return null
  const { isPrivate, isConfigured, timecreated: createdAt } = summary
  return { isPrivate, isConfigured, createdAt }
})

const toHoursFact = createFactOf((hours: RustHours | null): HoursFacts => {
  if (hours === null) return { kind: 'hidden' }
  return hours.isOwned ? { kind: 'hours', hours: hours.total } : { kind: 'not_owned' }
})
