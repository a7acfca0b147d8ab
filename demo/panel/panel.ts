import { z } from 'zod'
import type { PagePanel } from '../../packages/sim-discord/src/index.ts'
import { readSetting, type GameAction, type GameControl } from '../control/game.ts'
import { STEAM_STATES, type WorldControl } from '../control/world.ts'
import { BAN_KINDS } from '../../packages/sim-steam/src/bans.ts'
import { DEMO_PLAYERS } from '../../packages/sim-steam/src/demo-players.ts'
import type { PanelNote, PanelRequest, PanelState } from './panel-protocol.ts'

/** Older notes are dropped. */
const MAX_NOTES = 50
const MAX_SECONDS = 10_000 * 86_400

const account = z.string().min(1).max(200)
const requestSchema: z.ZodType<PanelRequest> = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal(['ban', 'lift']), account, ban: z.enum(BAN_KINDS) }),
  z.object({ verb: z.literal('time'), seconds: z.int().min(1).max(MAX_SECONDS) }),
  z.object({ verb: z.literal('steam'), state: z.enum(STEAM_STATES) }),
  z.object({ verb: z.literal('join'), account, owner: z.exactOptional(account) }),
  z.object({ verb: z.literal('setting'), line: z.string().max(6_000) }),
])

/** Creates the panel of the demo, with which a user of the page changes Steam and the game server. */
export function createPanel(world: WorldControl, game: GameControl, startNote?: string): PagePanel {
  let notes: PanelNote[] = startNote === undefined ? [] : [{ id: 0, text: startNote }]
  let noteCount = 0

  const perform = async (request: PanelRequest): Promise<string> => {
    switch (request.verb) {
      case 'join':
        return game.play(request)
      case 'setting':
        return game.play(toSetting(request.line))
      default:
        return world.change(request)
    }
  }
  return {
    read: (): PanelState => ({
      steam: world.steamState(),
      now: world.now(),
      players: DEMO_PLAYERS,
      game: { isChecking: game.isChecking(), failureMode: game.failureMode() },
      notes,
    }),
    async act(request) {
      const text = await perform(requestSchema.parse(request))
      noteCount += 1
      notes = [...notes, { id: noteCount, text }].slice(-MAX_NOTES)
    },
  }
}

function toSetting(line: string): GameAction {
  const setting = readSetting(line)
  if (setting === undefined) throw new Error('Paste the whole line: server.bansServerEndpoint "http://…"')
  return setting
}
