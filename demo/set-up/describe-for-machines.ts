import type { Conversation, SimUser } from '../../packages/sim-discord/src/index.ts'
import { EXAMPLE_ID } from '../../src/accounts/http/examples.ts'
import { TOOL_SCOPES } from '../../src/model/tool-token.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'

/** What a program needs to use the demo. */
export interface DemoForMachines {
  /** The address of the HTTP interface. */
  url: string
  /** The process to end by SIGTERM; the shell of npm passes no signal on. */
  pid: number
  /** A token with all scopes of tools, as `/token create` makes it. */
  toolToken: string
  /** A token of a policy, as `/policy token` makes it. */
  policyToken: string
  /** SteamID64s of accounts of the simulated Steam, by what is known of them. */
  accounts: Record<
    'example' | 'banned' | 'gameBanned' | 'clean' | 'private' | 'gone' | 'friends' | 'statistics' | 'inventory',
    string
  >
}

/** Makes both tokens in the simulated Discord, as its manager. */
export async function describeForMachines(
  { people }: Conversation,
  url: string,
  { cast }: World,
): Promise<DemoForMachines> {
  const [manager] = people.all()
  if (manager === undefined) throw new Error('The simulated Discord has no people.')
  return {
    url,
    pid: process.pid,
    toolToken: await makeToolToken(manager),
    policyToken: matchIn(await manager.type('/policy token name:demo').until(POLICY_TOKEN), POLICY_TOKEN),
    accounts: {
      example: EXAMPLE_ID,
      banned: cast.raider,
      gameBanned: cast.gameBanned,
      clean: cast.clean,
      private: cast.private,
      gone: cast.gone,
      friends: cast.manyBanned,
      statistics: cast.veteran,
      inventory: cast.hoarder,
    },
  }
}

const TOOL_TOKEN = /rst_[\w-]{43}/
const POLICY_TOKEN = /rsp_[\w-]{43}/

async function makeToolToken(manager: SimUser): Promise<string> {
  const form = manager.type('/token create')
  await form.untilModal()
  const created = form.submit({ name: 'demo', scopes: [...TOOL_SCOPES], until: '' })
  return matchIn(await created.until(TOOL_TOKEN), TOOL_TOKEN)
}

const matchIn = (text: string, pattern: RegExp): string => pattern.exec(text)?.[0] ?? ''
