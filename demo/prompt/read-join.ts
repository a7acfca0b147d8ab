import type { GameAction } from '../control/game.ts'
import { DEMO_PLAYERS } from '../../packages/sim-steam/src/demo-players.ts'

const EXAMPLE = 'join raider, or join honest_joe owner raider'

/** Parses the parameters of `join`; throws an error with a message for the user. */
export function readJoin(rest: string): GameAction {
  const [, account, owner] = /^(\S+)(?: owner:? ?(\S+))?$/i.exec(rest) ?? []
  if (account === undefined) {
    const players = DEMO_PLAYERS.map((player) => `  ${player.account.padEnd(17)} ${player.about}`)
    throw new Error(
      [`Type who joins, and whose copy of the game it is if it is shared: ${EXAMPLE}`, ...players].join('\n'),
    )
  }
  return owner === undefined ? { verb: 'join', account } : { verb: 'join', account, owner }
}
