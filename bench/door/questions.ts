import { request, type Dispatcher } from 'undici'
import { createUnityClient } from '../../demo/game/unity-request.ts'
import type { Random } from '../../packages/sim-steam/src/random.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { systemCodeOf } from '../../src/lib/thrown.ts'
import { factsOf } from './world-facts.ts'
import type { Community } from './community.ts'
import { gameProblem, verdictProblem, type Answer, type Subject } from './judge-answers.ts'
import { duesOf, type Due } from './oracle.ts'

/** Longer than the game waits, because the machine may be busy; other topics measure how long an answer takes. */
const ANSWER_WITHIN_SECONDS = 15
/** Clocks are read at slightly different moments. */
const CLOCK_MS = 50

/** What game servers and programs ask. */
export interface Question {
  community: Community
  steamId: string
  /** `game`: a game server asks; `program`: the verdict is asked for; the others are requests that nobody may take for a permission. */
  kind: 'game' | 'program' | 'wrong token' | 'no player'
}

/** A question that was asked. */
export interface Asked {
  kind: Question['kind']
  /** What decides about the account; several, when that has just changed. */
  by: string
  /** The status, or the reason why there was no answer. */
  end: string
  /** Whether the service was ending. */
  isEnding: boolean
  /** Why the answer is wrong; undefined if it is right. */
  mistake: string | undefined
}

interface QuestionsOptions {
  url: string
  dispatcher: Dispatcher
  world: World
  communities: readonly Community[]
  /** Whether Steam's answers may be missing. */
  mayLackFacts: boolean
}

/** Asks one process about accounts, and compares its answers with the oracle. */
export function createQuestions({ url, dispatcher, world, communities, mayLackFacts }: QuestionsOptions) {
  const get = createUnityClient({ dispatcher, clock: systemClock, build: 'new', timeoutSeconds: ANSWER_WITHIN_SECONDS })
  let isEnding = false
  const asGame = async (token: string, steamId: string): Promise<Answer & { error?: string }> => {
    const reply = await get(`${url}/game/${token}/${steamId}`)
    return 'error' in reply ? { status: 0, text: '', error: reply.error } : reply
  }
  const asProgram = async (token: string, steamId: string): Promise<Answer & { error?: string }> => {
    try {
      const headers = { authorization: `Bearer ${token}` }
      const { statusCode, body } = await request(`${url}/api/verdict?steamId=${steamId}`, { dispatcher, headers })
      return { status: statusCode, text: await body.text() }
    } catch (error) {
      return { status: 0, text: '', error: systemCodeOf(error) }
    }
  }
  const send = ({ community: { token }, steamId, kind }: Question) => {
    if (kind === 'program') return asProgram(token, steamId)
    if (kind === 'wrong token') return asGame(token.slice(0, -4), steamId)
    return asGame(token, kind === 'no player' ? '76561197960265728' : steamId)
  }
  const judge = (answer: Answer, { kind }: Question, due: Due, subject: Subject) => {
    if (kind === 'game') return gameProblem(answer, due, subject)
    if (kind === 'program') return verdictProblem(answer, due, subject)
    return [200, 404].includes(answer.status) ? `status ${answer.status} after a mistaken request` : undefined
  }

  return {
    /** Draws a question, mostly about an account that is or was banned or exempted. */
    draw(random: Random): Question {
      const community = random.pick(communities)
      const { list, policy, subjects } = community
      const decided = [...list.current().entries.keys(), ...policy.current().exceptions.keys()]
      const steamId = random.pick(
        random.chance(0.1) ? world.ids : random.chance(0.3) ? subjects : [...decided, ...subjects],
      )
      const kind = random.chance(0.02) ? random.pick(['wrong token', 'no player'] as const) : 'game'
      return { community, steamId, kind: kind === 'game' && random.chance(0.25) ? 'program' : kind }
    },
    async ask(question: Question, where: string): Promise<Asked> {
      const { community, steamId, kind } = question
      const askedAt = Date.now()
      const { error, ...answer } = await send(question)
      const answeredAt = Date.now()
      const dues = allDues(world, community, steamId, askedAt, answeredAt)
      const by = [...new Set(dues.map((due) => due.by))].join(' or ')
      const facts = { kind, by, end: error ?? String(answer.status), isEnding }
      if (error !== undefined) return { ...facts, mistake: isEnding ? undefined : `${where}: no answer, ${error}` }
      const subject = { steamId, language: community.language, mayLackFacts, now: Math.floor(answeredAt / 1_000) }
      const problems = dues.map((due) => judge(answer, question, due, subject))
      if (problems.includes(undefined)) return { ...facts, mistake: undefined }
      const { actor, list, policy } = community
      const changedMsAgo = [list, policy].map(({ changedAt }) => askedAt - changedAt())
      const told = { kind, guildId: actor.guildId, steamId, answer, dues, changedMsAgo }
      return { ...facts, mistake: `${where}: ${[...new Set(problems)].join(' and ')}: ${JSON.stringify(told)}` }
    },
    /** From now on questions may get no answer. */
    expectEnd: () => void (isEnding = true),
  }
}

/** Everything that an account may be due between two moments, by the versions that a process may know and by the seconds. */
function allDues(
  world: World,
  { list, policy }: Community,
  steamId: string,
  askedAt: number,
  answeredAt: number,
): Due[] {
  const [from, to] = [askedAt - CLOCK_MS, answeredAt + CLOCK_MS].map((ms) => Math.floor(ms / 1_000))
  const dues = new Map<string, Due>()
  for (let now = from ?? 0; now <= (to ?? 0); now++) {
    const facts = factsOf(world, steamId, now)
    for (const ownList of list.between(askedAt, answeredAt))
      for (const ownPolicy of policy.between(askedAt, answeredAt)) {
        for (const due of duesOf(ownList, ownPolicy, facts, now)) dues.set(JSON.stringify(due), due)
      }
  }
  return [...dues.values()]
}
