import type { AskedAccount, JoiningPlayer, JoinOutcome } from '../game/game-server.ts'

const NO_ENDPOINT = `Let in without a check: the game server has no endpoint yet. In two steps:
  1. Type /policy token name:main, which shows a line for server.cfg. (/policy edit sets the rules.)
  2. Paste that line here, as into the game server's console: server.bansServerEndpoint "http://…"
Then join again.`

/** What the statuses of failed checks mean. */
const FAILURES: Record<number, string> = {
  400: 'the endpoint is mistyped',
  401: 'the token is wrong or revoked',
  429: 'too many requests',
  503: 'undecided, or the service cannot answer now',
}

/** Describes a join: each request and its answer, what the player sees, and the lines in the console of the game server. */
export const describeJoin = (...join: Parameters<typeof joinLines>): string => joinLines(...join).join('\n')

function joinLines({ steamId, ownerSteamId }: JoiningPlayer, outcome: JoinOutcome, failureMode: 0 | 1): string[] {
  if (outcome.by === 'no-check') return NO_ENDPOINT.split('\n')
  const copy = ownerSteamId === undefined || ownerSteamId === steamId ? '' : ` with a copy of ${ownerSteamId}`
  const isLast = (index: number) => index === outcome.asked.length - 1
  return [
    `${steamId} joins${copy}.`,
    ...outcome.asked.map((asked, index) => describeAnswer(asked, steamId, isLast(index) && outcome)),
    describeEnd(outcome, failureMode),
    ...outcome.console.map((line) => `Console: ${line}`),
  ]
}

function describeAnswer(asked: AskedAccount, steamId: string, outcome: JoinOutcome | false): string {
  const who = asked.steamId === steamId ? 'player' : 'owner'
  const isBanned = outcome && outcome.kind === 'rejected' && outcome.by === 'answer'
  return `Asked about the ${who} ${asked.steamId}: ${describeStatus(asked, isBanned)}, ${Math.round(asked.ms)} ms`
}

function describeStatus(asked: AskedAccount, isBanned: boolean): string {
  if ('error' in asked) return `no answer (${asked.error})`
  const { status } = asked
  if (status === 404) return '404, may join'
  return `${status}, ${isBanned ? 'banned' : `failed: ${FAILURES[status] ?? 'no usable answer'}`}`
}

function describeEnd({ kind, by, playerSees }: JoinOutcome, failureMode: 0 | 1): string {
  const mode = `because the check failed and server.bansServerFailureMode is ${failureMode}`
  if (by === 'failure-mode') return kind === 'rejected' ? `Rejected, ${mode}.` : `Let in, ${mode}.`
  if (kind === 'rejected') return `Rejected. The player sees: ${playerSees}`
  return 'Let in: the policy accepts the account, or only observes. /policy show counts whom it would have refused.'
}
