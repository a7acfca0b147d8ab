import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '../../src/app/settings/settings.ts'
import { isAlive } from '../support/alive.ts'
import { startAttack, type Attack } from '../support/attack.ts'
import { overAfter } from '../support/client.ts'
import { percentile, whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const ATTACK_MS = 25_000
const PROBE_EVERY_MS = 100
const PROBE_WITHIN_MS = 30_000
const PROBE_ADDRESS = '127.0.0.2'
const MAX_RSS_MB = 350
const MAX_MS = 1_000

/** The test certificate; the project's root is two levels above this file's build. */
const certificate = (kind: string) =>
  fileURLToPath(new URL(`../../../test/support/tls/test-only-localhost.${kind}.pem`, import.meta.url))
const TLS = { HTTP_TLS_CERT: certificate('cert'), HTTP_TLS_KEY: certificate('key') }

const ATTACKS: { name: string; settings: Record<string, string>; attack: Attack }[] = [
  {
    name: '250 connections × 3,000 GET /openapi.json, unread',
    settings: {},
    attack: { kind: 'pipeline', connections: 250, path: '/openapi.json', requests: 3_000 },
  },
  {
    name: '50 connections × 3 MB of GET /metrics, unread',
    settings: {},
    attack: { kind: 'pipeline', connections: 50, path: '/metrics', requests: 86_000 },
  },
  {
    name: '100 HTTP/2 sessions × 100 streams with window 0',
    settings: TLS,
    attack: { kind: 'streams', sessions: 100, path: '/openapi.json', streams: 100 },
  },
]

/** Clients that request much and read nothing: peak memory, and the response time of `/healthz` for others. */
export async function measureUnread(testbed: Testbed): Promise<Findings> {
  const rows: Row[] = []
  for (const each of ATTACKS) rows.push(await measureAttack(testbed, each))
  return { rows }
}

async function measureAttack(testbed: Testbed, { name, settings, attack }: (typeof ATTACKS)[number]): Promise<Row> {
  const platform = await testbed.platform(20)
  const cap = SETTINGS.HTTP_MAX_CONNECTIONS_PER_ADDRESS.default ?? ''
  const ours = await testbed.rapsheet(platform, { HTTP_MAX_CONNECTIONS_PER_ADDRESS: cap, ...settings })
  const before = await peakMb(ours.pid)
  const attacker = await startAttack(testbed, ours.url, attack)

  const times: number[] = []
  let failed = 0
  const isOver = overAfter(ATTACK_MS)
  while (!isOver()) {
    const startedAt = performance.now()
    if (!(await isAlive(ours.url, PROBE_WITHIN_MS, PROBE_ADDRESS))) failed++
    times.push(performance.now() - startedAt)
    await sleep(PROBE_EVERY_MS)
  }
  const peak = await peakMb(ours.pid)
  await attacker.stop()
  await ours.stop()
  await platform.stop()
  const slowest = Math.max(...times)
  return {
    what: `${name}: peak memory, and /healthz from another address`,
    target: `≤ ${MAX_RSS_MB} MB, ≤ ${MAX_MS / 1_000} s`,
    measured: `${whole(before)} → ${whole(peak)} MB peak; ${failed} of ${times.length} failed, p50 ${whole(percentile(times, 50))} ms, slowest ${whole(slowest)} ms`,
    isMet: peak <= MAX_RSS_MB && slowest <= MAX_MS && failed === 0,
  }
}

/** The peak resident memory. */
async function peakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) / 1_024
}
