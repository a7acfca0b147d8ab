import { addExample } from '../../packages/sim-steam/src/example.ts'
import { startSteam, type SimSteam } from '../../packages/sim-steam/src/server.ts'
import { onTestFinished } from 'vitest'
import { faultyProxyForTest } from './faulty-proxy.ts'
import { EXAMPLE_ID } from '../../src/accounts/http/examples.ts'
import { FILE_TOKEN, policyFileForTest } from './policy-file.ts'
import { serviceForTest } from './service.ts'

const API_TOKEN = 'a-token-of-the-api-for-samples'
const POLICY = { mode: 'enforce', rules: { maxVacBans: 0, minRustHours: 50 } }

/**
 * A service that asks for tokens and has a policy, behind a proxy that can be given faults, and the environment that leads a
 * sample there; for one test.
 */
export async function sampleServiceForTest() {
  const sim = await startSteam()
  onTestFinished(() => sim.close())
  addExample(sim.world)
  const policyFile = policyFileForTest(POLICY).path
  const service = await serviceForTest({ API_TOKENS: API_TOKEN, POLICY_FILE: policyFile }, sim)
  const { url, faults, requests } = await faultyProxyForTest(service)
  const env = { RAPSHEET_URL: url, RAPSHEET_API_TOKEN: API_TOKEN, RAPSHEET_POLICY_TOKEN: FILE_TOKEN }
  return { cast: sim.world.cast, accounts: accountsOf(sim.world.cast), faults, requests, env, policyToken: FILE_TOKEN }
}

/** Accounts for a sample that checks accounts, in any language, and the lines that it prints about them. */
const accountsOf = ({ deletedSummary, friendsPrivate }: SimSteam['world']['cast']) => ({
  given: ['raider', EXAMPLE_ID, deletedSummary, friendsPrivate, 'nobody_here_x'],
  lines: [
    'raider: banned',
    `${EXAMPLE_ID}: no ban; of the newest 3 friends 1 are banned and 0 unknown`,
    `${deletedSummary}: banned, without a profile`,
    `${friendsPrivate}: no ban; at least 0 friends are banned, the others are unknown (friends_private)`,
    'nobody_here_x: unknown (account_not_found)',
  ],
})
