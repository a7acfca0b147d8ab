import type { AskedAccount, JoinOutcome } from '../../demo/game/game-server.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import type { Policy } from '../../src/model/policy.ts'
import { opinionsOf, verdictOf } from '../policies/oracle.ts'
import { factsOf } from './world-facts.ts'

/** What the answers of a join show about the service. */
export interface JudgedJoin {
  /** Why answers or the outcome differ from what the world and the policy imply. */
  lies: string[]
  answers: JudgedAnswer[]
}

interface JudgedAnswer {
  /** The verdict that the world and the policy imply; `unknown` when a rule needs what the player hides or Steam does not have. */
  implied: 'allow' | 'deny' | 'unknown'
  given: 'allow' | 'deny' | 'unknown' | 'failed'
  /** The status, or the error if there was no answer. */
  end: string
  ms: number
}

const STATUSES: Record<string, JudgedAnswer['given']> = { '200': 'deny', '404': 'allow', '503': 'unknown' }

/** Compares a join with what the world and the policy imply at a time, Unix seconds. */
export function judgeJoin(
  world: World,
  policy: Policy,
  outcome: JoinOutcome,
  accounts: string[],
  now: number,
): JudgedJoin {
  const impliedOf = (steamId: string) => verdictOf(opinionsOf(policy, factsOf(world, steamId, now), now))
  const lies: string[] = []
  const answers = outcome.asked.map((asked) => {
    const implied = impliedOf(asked.steamId)
    const end = endOf(asked)
    const given = STATUSES[end] ?? 'failed'
    if ((given === 'allow' || given === 'deny') && given !== implied)
      lies.push(`${asked.steamId}: ${given} (${end}), but the world implies ${implied}`)
    return { implied, given, end, ms: asked.ms }
  })
  const { kind, by, playerSees } = outcome
  const implied = accounts.map(impliedOf)
  if (by === 'no-check') lies.push(`${accounts.join()}: not checked`)
  if (kind === 'rejected' && by === 'answer' && !(implied.includes('deny') && playerSees?.includes(policy.appeal)))
    lies.push(`${accounts.join()}: rejected with ${playerSees}, but the world implies ${implied.join()}`)
  if (kind === 'let-in' && by === 'answer' && implied.some((verdict) => verdict !== 'allow'))
    lies.push(`${accounts.join()}: let in, but the world implies ${implied.join()}`)
  return { lies, answers }
}

const endOf = (asked: AskedAccount) => ('error' in asked ? asked.error : String(asked.status))
