import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startBalancer } from '../demo/replicas/balancer.ts'
import type { SimSteam } from '../packages/sim-steam/src/server.ts'
import { ask } from './support/ask.ts'
import { FILE_TOKEN, policyFileForTest } from './support/policy-file.ts'
import { serviceForTest } from './support/service.ts'
import { ownSteam } from '../packages/sim-steam/test/simulated-steam.ts'

const BANNED = '76561198000000001'

/** The settings of the shipped balancer that decide whether it sends requests to a process. */
function readShippedBalancer() {
  const file = readFileSync(new URL('../ops/Caddyfile.replicas', import.meta.url), 'utf8')
  const [, block = ''] = /^\treverse_proxy [^\n]+ \{$(.*?)^\t\}$/ms.exec(file) ?? []
  const settings = new Map([...block.matchAll(/^\t\t(\w+) (\S+)$/gm)].map(([, name = '', value = '']) => [name, value]))
  // A further rule about unhealthy upstreams has to be followed here too.
  const rules = [...settings.keys()].filter((name) => /^(un)?health|^fail|^max_fails/.test(name))
  expect(rules).toEqual(['health_uri', 'health_interval', 'health_timeout', 'fail_duration'])
  const secondsOf = (name: string) => Number(/^(\d+)s$/.exec(settings.get(name) ?? '')?.[1])
  return {
    healthPath: settings.get('health_uri') ?? '',
    checkEveryMs: secondsOf('health_interval') * 1000,
    checkWithinMs: secondsOf('health_timeout') * 1000,
    tryForMs: secondsOf('lb_try_duration') * 1000,
  }
}

const settings = () => ({
  POLICY_FILE: policyFileForTest({ mode: 'enforce', bans: [{ steamId: BANNED, reason: 'aimbot' }] }).path,
})

/** Two processes with a banned player, behind a balancer with the rules of the shipped one. */
async function replicasForTest(sim: SimSteam) {
  const shipped = readShippedBalancer()
  const processes = [await serviceForTest(settings(), sim), await serviceForTest(settings(), sim)]
  const balancer = await startBalancer(() => processes.map(({ url }) => url), shipped)
  onTestFinished(balancer.close)
  return {
    processes,
    join: (steamId = BANNED) => ask(balancer, `/game/${FILE_TOKEN}/${steamId}`),
    /** Does something every 100 ms while the balancer checks each process three times. */
    async duringChecks(act: () => Promise<void>) {
      const endsAt = performance.now() + 3 * (shipped.checkEveryMs + shipped.checkWithinMs)
      while (performance.now() < endsAt) {
        await act()
        await sleep(100)
      }
    },
  }
}

const refused = { status: 200, body: { steamId: BANNED } }

test('a player who is banned here stays refused while Steam is down, behind the shipped balancer', async () => {
  const sim = await ownSteam()
  const { processes, join, duringChecks } = await replicasForTest(sim)
  expect(await join()).toMatchObject(refused)
  sim.dial.set('*', { faults: { '503': 1 } })
  for (const process of processes)
    await expect
      .poll(async () => {
        await ask(process, `/api/lookup?steamId=${sim.world.cast.clean}`)
        return ask(process, '/readyz')
      })
      .toMatchObject({ body: { platform: 'unreachable' } })
  await duringChecks(async () => {
    expect(await join()).toMatchObject(refused)
    // Not decided by the balancer, which would name no account.
    expect(await join(sim.world.cast.raider)).toMatchObject({ status: 503, body: { code: 'verdict_unknown' } })
  })
})

test('processes that start while Steam does not answer at all are ready within the time limit of the shipped balancer', async () => {
  const sim = await ownSteam()
  sim.dial.set('*', { faults: { hang: 1 } })
  const { join, duringChecks } = await replicasForTest(sim)
  await duringChecks(async () => expect(await join()).toMatchObject(refused))
})
