import type { Dispatcher } from 'undici'
import { isUsed } from './endpoint-url.ts'
import { createGameServer, type JoiningPlayer, type JoinOutcome } from './game-server.ts'

/** A running game server whose settings change, as in its console. */
export interface GameConsole {
  setEndpoint: (url: string) => void
  setFailureMode: (mode: 0 | 1) => void
  failureMode: () => 0 | 1
  /** Whether joining players are checked. */
  isChecking: () => boolean
  join: (player: JoiningPlayer) => Promise<JoinOutcome>
}

/** Creates a game server with the default settings of the game; the caller closes the dispatcher. */
export function createGameConsole(dispatcher: Dispatcher): GameConsole {
  let bansServerEndpoint = ''
  let bansServerFailureMode: 0 | 1 = 0
  return {
    setEndpoint: (url) => void (bansServerEndpoint = url),
    setFailureMode: (mode) => void (bansServerFailureMode = mode),
    failureMode: () => bansServerFailureMode,
    isChecking: () => isUsed(bansServerEndpoint),
    join: (player) => createGameServer({ bansServerEndpoint, bansServerFailureMode, dispatcher }).join(player),
  }
}
