import type { GameConsole } from '../game/game-console.ts'
import { findAccount } from './find-account.ts'
import { describeJoin } from './describe-join.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'

/** What is asked of the simulated game server; accounts are an ID, a custom name or a profile link. */
export type GameAction =
  | { verb: 'join'; account: string; owner?: string }
  | { verb: 'endpoint'; url: string }
  | { verb: 'failureMode'; mode: 0 | 1 }

const SETTINGS = 'server.bansServerEndpoint "http://…", server.bansServerFailureMode 1'
/** The frames of a message and of a code block, which are copied with the text inside. */
const FRAME = /┃|```/gu

/**
 * Parses a line of `server.cfg` or of the game server's console, even if it was copied from a message that broke the line; undefined for
 * other lines. Throws an error with a message for the user.
 */
export function readSetting(text: string): GameAction | undefined {
  const [, name = '', rest = ''] = /^server\.(\w+)\s*([\s\S]*)$/i.exec(text.replaceAll(FRAME, ' ').trim()) ?? []
  const value = rest.replaceAll(/[\s"“”]/gu, '')
  switch (name.toLowerCase()) {
    case '':
      return undefined
    case 'bansserverendpoint':
      return { verb: 'endpoint', url: value }
    case 'bansserverfailuremode':
      if (value !== '0' && value !== '1')
        throw new Error('When the check fails, 0 lets players in and 1 rejects them: server.bansServerFailureMode 1')
      return { verb: 'failureMode', mode: value === '1' ? 1 : 0 }
    default:
      throw new Error(`The simulated game server has no server.${name}. Available: ${SETTINGS}`)
  }
}

/** The simulated game server as users see and change it. */
export interface GameControl {
  /** Lets a player join or changes a setting; resolves with a description for the user, rejects with a message for the user. */
  play: (action: GameAction) => Promise<string>
  isChecking: () => boolean
  failureMode: () => 0 | 1
}

/** Creates the control of a game server whose players have accounts in this world. */
export function createGameControl(game: GameConsole, world: World): GameControl {
  const find = (account: string) => (/^\d{17}$/.test(account) ? account : findAccount(world, account))
  return {
    async play(action) {
      switch (action.verb) {
        case 'endpoint':
          game.setEndpoint(action.url)
          return game.isChecking()
            ? 'The game server asks this endpoint about every player from now on. Let a player join.'
            : 'The game server asks nobody about players now: it uses an endpoint only if that begins with http.'
        case 'failureMode':
          game.setFailureMode(action.mode)
          return action.mode === 0
            ? 'When the check of a player fails, the game server lets the player in.'
            : 'When the check of a player fails, the game server rejects the player.'
        case 'join': {
          const steamId = find(action.account)
          const player = { steamId, ...(action.owner !== undefined && { ownerSteamId: find(action.owner) }) }
          return describeJoin(player, await game.join(player), game.failureMode())
        }
      }
    },
    isChecking: game.isChecking,
    failureMode: game.failureMode,
  }
}
