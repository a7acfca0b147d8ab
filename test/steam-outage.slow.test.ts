import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ask } from './support/ask.ts'
import { FILE_TOKEN, policyFileForTest } from './support/policy-file.ts'
import { serviceForTest, type Service } from './support/service.ts'
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
  }
}

const settings = () => ({
  POLICY_FILE: policyFileForTest({ mode: 'enforce', bans: [{ steamId: BANNED, reason: 'aimbot' }] }).path,
})

/** The shipped balancer sends requests to a process whose checks succeed: makes three of them, and acts after each. */
async function duringChecks({ url }: Service, act: () => Promise<void>) {
  const { healthPath, checkEveryMs, checkWithinMs } = readShippedBalancer()
  for (let check = 0; check < 3; check++) {
    expect((await fetch(url + healthPath, { signal: AbortSignal.timeout(checkWithinMs) })).status).toBe(200)
    await act()
    await sleep(checkEveryMs)
  }
}

const join = (service: Service, steamId = BANNED) => ask(service, `/game/${FILE_TOKEN}/${steamId}`)
const refused = { status: 200, body: { steamId: BANNED } }

test('a player who is banned here stays refused while Steam is down, and the shipped balancer keeps the process', async () => {
  const sim = await ownSteam()
  const service = await serviceForTest(settings(), sim)
  expect(await join(service)).toMatchObject(refused)
  sim.dial.set('*', { faults: { '503': 1 } })
  await expect
    .poll(async () => {
      await ask(service, `/api/lookup?steamId=${sim.world.cast.clean}`)
      return ask(service, '/readyz')
    })
    .toMatchObject({ body: { platform: 'unreachable' } })
  await duringChecks(service, async () => {
    expect(await join(service)).toMatchObject(refused)
    expect(await join(service, sim.world.cast.raider)).toMatchObject({ status: 503, body: { code: 'verdict_unknown' } })
  })
})

test('a process that starts while Steam does not answer at all is ready within the time limit of the shipped balancer', async () => {
  const sim = await ownSteam()
  sim.dial.set('*', { faults: { hang: 1 } })
  const service = await serviceForTest(settings(), sim)
  await duringChecks(service, async () => expect(await join(service)).toMatchObject(refused))
})
