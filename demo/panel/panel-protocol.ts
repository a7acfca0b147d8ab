// What the demo adds to the page of the simulated Discord: types only, so that a browser can import them.
import type { WorldChange, SteamState } from '../control/world.ts'

/** What the panel of the demo shows: the simulated Steam, the game server, and what requests have done there. */
export interface PanelState {
  steam: SteamState
  /** The simulated Steam's time in Unix seconds; it moves by requests only. */
  now: number
  /** Accounts to try: an ID or a custom name. */
  players: readonly { account: string; about: string }[]
  game: {
    /** Whether the game server asks the bot's service about players. */
    isChecking: boolean
    /** What it does when a check fails: 0 lets in, 1 rejects. */
    failureMode: 0 | 1
  }
  /** Sentences for the user, oldest first; lines end with \n. */
  notes: readonly PanelNote[]
}

/** What one request has done. */
export interface PanelNote {
  id: number
  text: string
}

/**
 * What the panel asks for: a change of Steam, a player who joins the game server, or a line of its `server.cfg`, as `/policy token`
 * shows it.
 */
export type PanelRequest =
  | WorldChange
  | { verb: 'join'; account: string; owner?: string }
  | { verb: 'setting'; line: string }
