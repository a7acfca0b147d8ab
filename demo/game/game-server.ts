import type { Dispatcher } from 'undici'
import { systemClock, type Clock } from '../../src/lib/clock.ts'
import { judgeAnswer } from './ban-answer.ts'
import { endpointUrl, isUsed, type GameBuild } from './endpoint-url.ts'
import { createUnityClient, type UnityReply } from './unity-request.ts'

/** Options of the simulated game server; the settings have the names and defaults of the game. */
export interface GameServerOptions {
  bansServerEndpoint: string
  /** When the endpoint fails: 0, the default, lets in, 1 rejects. */
  bansServerFailureMode?: 0 | 1
  /** Time limit of one request, seconds; 5 by default. */
  bansServerTimeout?: number
  /** `new` by default. */
  build?: GameBuild
  /** An undici `Agent`, closed by the caller. With `pipelining: 0` each request gets a connection of its own. */
  dispatcher: Dispatcher
  clock?: Clock
}

/** A joining player; `ownerSteamId` is the owner of the copy of the game, which differs when it is family-shared. */
export interface JoiningPlayer {
  steamId: string
  ownerSteamId?: string
}

/** A request with the final status, or `timeout` or the code of a network error. `ms` is its duration. */
export type AskedAccount = ({ status: number } | { error: string }) & { steamId: string; ms: number }

export interface JoinOutcome {
  kind: 'let-in' | 'rejected'
  /** `failure-mode` if it rejected, or let any of the accounts pass; `no-check` if the endpoint is not used. */
  by: 'answer' | 'failure-mode' | 'no-check'
  /** In the order of the requests. */
  asked: AskedAccount[]
  /** The text of a ban; null when let in, and when the failure mode rejects, whose text is not known. */
  playerSees: string | null
  /** The lines in the server's log; they never contain the URL. */
  console: string[]
}

/** Creates a game server that checks joining players at its endpoint for centralized bans. */
export function createGameServer(options: GameServerOptions) {
  const { bansServerEndpoint, bansServerFailureMode = 0, bansServerTimeout = 5 } = options
  const { build = 'new', dispatcher, clock = systemClock } = options
  const get = createUnityClient({ dispatcher, clock, build, timeoutSeconds: bansServerTimeout })

  return {
    /** Checks a player, and before that the owner of a family-shared copy. */
    async join({ steamId, ownerSteamId = steamId }: JoiningPlayer): Promise<JoinOutcome> {
      const asked: AskedAccount[] = []
      const console: string[] = []
      const end = (
        kind: JoinOutcome['kind'],
        by: JoinOutcome['by'],
        playerSees: string | null = null,
      ): JoinOutcome => ({ kind, by, asked, playerSees, console })
      if (!isUsed(bansServerEndpoint)) return end('let-in', 'no-check')

      for (const account of new Set([ownerSteamId, steamId])) {
        const reply = await get(endpointUrl(bansServerEndpoint, account, build))
        asked.push(toAsked(account, reply))
        const verdict = judgeReply(reply, account, clock.unixSeconds())
        if (verdict.kind === 'banned') return end('rejected', 'answer', verdict.playerSees)
        if (verdict.kind === 'failed') {
          console.push(`Failed to check centralized bans of ${account}: ${verdict.reason}`)
          if (bansServerFailureMode === 1) return end('rejected', 'failure-mode')
        }
      }
      return end('let-in', console.length > 0 ? 'failure-mode' : 'answer')
    },
  }
}

function judgeReply(reply: UnityReply, account: string, now: number) {
  if ('error' in reply) return { kind: 'failed', reason: reply.error } as const
  return judgeAnswer(reply.status, reply.text, account, now)
}

function toAsked(steamId: string, reply: UnityReply): AskedAccount {
  const { ms } = reply
  return 'error' in reply ? { steamId, error: reply.error, ms } : { steamId, status: reply.status, ms }
}
