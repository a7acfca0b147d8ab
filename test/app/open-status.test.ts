import { X509Certificate } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../../src/app/metrics.ts'
import { openStatus } from '../../src/app/open-status.ts'
import { loadSettings } from '../../src/app/settings/read-settings.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { TEST_PEM } from '../support/test-certificate.ts'

type Options = Parameters<typeof openStatus>[0]

/** Opens the status with some parts; returns a function that reads its metrics. */
function open(parts: Partial<Options>) {
  const clock = createFakeClock()
  const metrics = createMetrics()
  const status = openStatus({
    settings: loadSettings({}),
    tls: undefined,
    database: undefined,
    readiness: () => expect.fail('nobody reads the status'),
    failures: () => [],
    shedder: { load: () => null, overloadReason: () => null },
    policyFile: undefined,
    policies: undefined,
    steam: { usedCalls: () => null, limiters: () => expect.fail('nobody reads the status') },
    clock,
    metrics,
    ...parts,
  })
  onTestFinished(status.stop)
  return {
    clock,
    read: async () => String((await metrics.text()).body).match(/^rapsheet_(http_certificate|policy_file)_.*$/gm),
  }
}

test('the end of the certificate that is served is a metric', async () => {
  const { read } = open({ tls: TEST_PEM })
  const endsAt = Date.parse(new X509Certificate(TEST_PEM.cert).validTo) / 1000
  expect(await read()).toEqual([`rapsheet_http_certificate_expiry_timestamp_seconds ${endsAt}`])
})

test('the last request of the game server of POLICY_FILE is a metric, and at first the start of the process', async () => {
  const server = { name: 'main', guildId: null, guildName: null, hasRules: true, hasBans: false }
  let lastAskedAt: number | null = null
  const { clock, read } = open({ policyFile: { server: () => ({ ...server, lastAskedAt }) } })
  const startedAt = clock.unixSeconds()
  await clock.advance(90_000)
  expect(await read()).toEqual([`rapsheet_policy_file_asked_timestamp_seconds ${startedAt}`])
  lastAskedAt = clock.unixSeconds()
  expect(await read()).toEqual([`rapsheet_policy_file_asked_timestamp_seconds ${startedAt + 90}`])
})

test('without a certificate and POLICY_FILE these metrics have no value', async () => {
  expect(await open({}).read()).toBeNull()
})
