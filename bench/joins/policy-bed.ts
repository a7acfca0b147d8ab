import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { createGameServer, type GameServerOptions } from '../../demo/game/game-server.ts'
import { createWorld, type World } from '../../packages/sim-steam/src/world.ts'
import type { Policy, PolicyTerms } from '../../src/model/policy.ts'
import type { Platform } from '../support/platform.ts'
import type { Server, Testbed } from '../support/testbed.ts'
import { askForLeaks } from './ask-for-leaks.ts'
import { createLeakSearch, type LeakSearch } from './leak-search.ts'

const APPEAL = 'appeal.example'

/** The rules by which a policy judges. */
export type BenchRules = Pick<PolicyTerms, 'rules'> & Partial<Pick<PolicyTerms, 'onUnknown'>>

/** A service with one policy, and a simulated Steam, each in its own process. */
export interface PolicyBed {
  platform: Platform
  world: World
  ours: Server
  token: string
  /** The policy as it is stored in the service. */
  policy: Policy
  leaks: LeakSearch
  /** A game server; by default it reuses connections. */
  gameServer(options?: Partial<GameServerOptions>): ReturnType<typeof createGameServer>
  /** Searches metrics, answers to mistaken requests and a broken policy file for the token; then stops both processes. */
  close(): Promise<void>
}

interface PolicyBedOptions extends BenchRules {
  latencyMs: number
  accounts: number
  seed: number
  /** Settings in addition to `LOG_LEVEL=trace`. */
  settings?: Record<string, string>
}

/** Starts a service that enforces a policy, with the most detailed logs, all of which are searched for the token. */
export async function openPolicyBed(testbed: Testbed, options: PolicyBedOptions): Promise<PolicyBed> {
  const { rules, onUnknown = {}, latencyMs, accounts, seed, settings = {} } = options
  const platform = await testbed.platform(latencyMs, accounts, seed)
  // A token in another form than generated ones, which are redacted everywhere; parts of it are percent-encoded in a URL.
  const token = `~bench.${randomBytes(24).toString('hex')}`
  const terms = { name: 'bench', mode: 'enforce' as const, appeal: APPEAL, rules, onUnknown }
  const file = join(await testbed.folder(), 'policy.json')
  const text = JSON.stringify({ token, ...terms })
  await writeFile(file, text)
  const leaks = createLeakSearch(token)
  const ours = await testbed.rapsheet(
    platform,
    { POLICY_FILE: file, LOG_LEVEL: 'trace', ...settings },
    undefined,
    (chunk) => leaks.add('logs', chunk.toString('latin1')),
  )
  const dispatcher = new Agent()
  return {
    platform,
    world: createWorld({ seed, accounts }),
    ours,
    token,
    policy: { ...terms, actions: {}, version: 1, language: 'en', exceptions: new Map() },
    leaks,
    gameServer: (rest) => createGameServer({ bansServerEndpoint: `${ours.url}/game/${token}`, dispatcher, ...rest }),
    async close() {
      await askForLeaks(ours.url, token, leaks)
      for (const broken of [text.slice(0, -1), text.replace('enforce', token), text.replace('"mode"', `"${token}"`)]) {
        await writeFile(file, broken)
        process.kill(ours.pid, 'SIGHUP')
        await sleep(200)
      }
      await ours.stop()
      await Promise.all([dispatcher.destroy(), platform.stop()])
    },
  }
}
