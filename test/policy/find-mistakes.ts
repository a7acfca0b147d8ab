import type { Policy } from '../../src/model/policy.ts'
import type { Facts } from '../../src/model/facts.ts'
import type { Judgement } from '../../src/policy/judge.ts'
import { opinionsOf, verdictOf } from '../../bench/policies/oracle.ts'

const DAY = 86_400
/** Days after a fact at which a verdict may differ: all of two months, where most limits are, and some later ones. */
const LATER_DAYS = [...Array.from({ length: 62 }, (_, day) => day), 100, 365, 1_000, 3_650, 10_000, 36_500, 73_000]

/** What can be wrong with a judgement. */
export const MISTAKES = [
  'allowed in doubt',
  'refused without a reason',
  'wrong verdict',
  'wrong reasons',
  'wrong unknowns',
  'until early',
  'until late',
] as const
export type Mistake = (typeof MISTAKES)[number]

/** Compares a judgement with the oracle; its `until` is compared at many later times. */
export function findMistakes(policy: Policy, facts: Facts, now: number, judgement: Judgement): Mistake[] {
  const opinions = opinionsOf(policy, facts, now)
  const verdict = verdictOf(opinions)
  const { reasons, unknown } = judgement
  const undecided = entriesOf(opinions, ['hidden', 'unavailable'])
  const mistakes: Record<Mistake, boolean> = {
    'allowed in doubt': judgement.verdict === 'allow' && verdict !== 'allow',
    'refused without a reason': judgement.verdict === 'deny' && (reasons.length === 0 || verdict !== 'deny'),
    'wrong verdict': judgement.verdict !== verdict,
    'wrong reasons': !isSame(codesOf(reasons), opinions.has('exception') ? ['exception'] : denialsOf(opinions)),
    'wrong unknowns': !isSame(
      unknown.map(({ code, cause }) => `${code} ${cause}`),
      undecided,
    ),
    ...judgeUntil(policy, facts, now, judgement),
  }
  return MISTAKES.filter((mistake) => mistakes[mistake])
}

function judgeUntil(policy: Policy, facts: Facts, now: number, { verdict, until }: Judgement) {
  const differsAt = (time: number) => verdictOf(opinionsOf(policy, facts, time)) !== verdict
  const end = until ?? Infinity
  return {
    'until early': until !== null && (until <= now || !differsAt(until)),
    'until late': laterTimes(policy, facts, now, until).some((time) => time < end && differsAt(time)),
  }
}

/** Times after `now` around the end of each day since a fact, and around the end of an exception. */
function laterTimes({ exceptions }: Policy, { steamId, bans, profile }: Facts, now: number, until: number | null) {
  const starts = [now]
  if (bans.kind === 'known') starts.push(bans.fetchedAt)
  if (profile.kind === 'known' && profile.value.createdAt !== null) starts.push(profile.value.createdAt)
  const times = starts.flatMap((start) => LATER_DAYS.flatMap((day) => [start + day * DAY, start + day * DAY + 1]))
  const end = exceptions.get(steamId)?.until
  return [...times, ...(end ? [end - 1, end] : []), ...(until === null ? [] : [until - 1])].filter((time) => time > now)
}

const codesOf = (reasons: Judgement['reasons']) => reasons.map(({ code }) => code)
const denialsOf = (opinions: ReturnType<typeof opinionsOf>) =>
  entriesOf(opinions, ['denies']).map((entry) => entry.replace(' denies', ''))

const entriesOf = (opinions: ReturnType<typeof opinionsOf>, kinds: string[]) =>
  [...opinions].filter(([, opinion]) => kinds.includes(opinion)).map(([rule, opinion]) => `${rule} ${opinion}`)

const isSame = (left: string[], right: string[]) => left.toSorted().join() === right.toSorted().join()
