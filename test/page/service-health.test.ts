import { statusDe, statusEn } from './support/texts.ts'
import { describe, expect, test } from 'vitest'
import { judgeHealth } from '../../page/state/service-health.ts'
import { overallSentence } from '../../page/views/status/overall-sentence.ts'
import type { Status } from '../../src/model/status.ts'
import { exampleStatus } from '../support/example-status.ts'

/** A service of which nothing is wrong and everything is known. */
const wellStatus: Status = {
  ...exampleStatus,
  checklist: exampleStatus.checklist.filter(({ state }) => state === 'done'),
  circuits: { platform: 'reachable', down: [], blocked: [] },
  sweeps: exampleStatus.sweeps && { ...exampleStatus.sweeps, overdue: 0, unanswered: 0 },
  alerts: null,
  replicas: null,
  errors: [],
}
const codesOf = (status: Status) => judgeHealth(status).findings.map(({ code }) => code)

test('a service is well only if everything is known', () => {
  expect(judgeHealth(wellStatus).overall).toBe('well')
  const backup = { code: 'backup', state: 'unknown', backedUpAt: null } as const
  expect(judgeHealth({ ...wellStatus, checklist: [backup] })).toMatchObject({ overall: 'unknown', unknown: 1 })
  expect(judgeHealth({ ...wellStatus, budget: null })).toMatchObject({ overall: 'unknown', unknown: 1 })
})

describe.each([statusEn, statusDe])('the headline in $language', (texts) => {
  const backup = { code: 'backup', state: 'unknown', backedUpAt: null } as const
  const headline = (status: Status) => overallSentence(judgeHealth(status), texts)
  const { overall: words } = texts

  test('asks for a first backup where nothing else is unknown', () => {
    expect(headline({ ...wellStatus, checklist: [backup] })).toBe(words.noBackup)
    const missing = { ...exampleStatus, checklist: [...exampleStatus.checklist.slice(0, 3), backup] }
    const { attention } = judgeHealth(missing)
    expect(headline(missing)).toBe(words.attentionAndUnknown({ attention, unknown: 1 }))
  })

  test('counts what is unknown where that is more than the backup, or something else', () => {
    expect(headline({ ...wellStatus, checklist: [backup], budget: null })).toBe(words.unknown({ count: 2 }))
    expect(headline({ ...wellStatus, budget: null })).toBe(words.unknown({ count: 1 }))
    const { attention } = judgeHealth(exampleStatus)
    expect(headline({ ...exampleStatus, budget: null })).toBe(words.attentionAndUnknown({ attention, unknown: 1 }))
  })
})

test('what needs attention counts together: the set-up and what is wrong now', () => {
  const health = judgeHealth(exampleStatus)
  expect(health).toMatchObject({ overall: 'attention', attention: 8, unknown: 0 })
  expect(health.checks.attention.map(({ code }) => code)).toEqual(['alert_channel', 'game_servers', 'backup'])
})

test('what is missing stands before what is only late', () => {
  const key = { code: 'steam_key', state: 'missing', platform: 'not_configured' } as const
  const { checks } = judgeHealth({ ...exampleStatus, checklist: [...exampleStatus.checklist.slice(1), key] })
  expect(checks.attention[0]).toBe(key)
})

test('a service that refuses new lookups is down, for whatever reason', () => {
  const { circuits, budget, queue } = wellStatus
  for (const platform of ['not_configured', 'key_refused'] as const)
    expect(judgeHealth({ ...wellStatus, circuits: { ...circuits, platform } }).overall).toBe('down')
  expect(judgeHealth({ ...wellStatus, queue: { ...queue, overload: 'memory' } }).overall).toBe('down')
  expect(judgeHealth({ ...wellStatus, budget: budget && { ...budget, state: 'spent' } }).overall).toBe('down')
  const unreachable: Status = { ...wellStatus, circuits: { ...circuits, platform: 'unreachable', down: ['all'] } }
  expect(judgeHealth(unreachable).overall).toBe('down')
  expect(codesOf(unreachable)).toEqual(['steam_unreachable'])
})

test('before the first call to Steam, whether lookups work is unknown', () => {
  const key = { code: 'steam_key', state: 'unknown', platform: 'unknown' } as const
  const circuits: Status['circuits'] = { platform: 'unknown', down: [], blocked: [] }
  expect(judgeHealth({ ...wellStatus, checklist: [key], circuits }).overall).toBe('unknown')
})

test('without its cache the service is up', () => {
  for (const state of ['closed', 'failing'] as const) {
    const status: Status = {
      ...wellStatus,
      process: { ...wellStatus.process, store: { kind: 'sqlite', state } },
    }
    expect([judgeHealth(status).overall, codesOf(status)]).toEqual(['attention', ['store_failing']])
  }
})

test('alerts that wait for minutes count', () => {
  const { at } = wellStatus
  const alerts = { waiting: 2, oldestAt: at - 601, refusals: 1, joins: 0 }
  expect(judgeHealth({ ...wellStatus, alerts }).findings).toEqual([{ code: 'alerts_late', count: 3 }])
  expect(codesOf({ ...wellStatus, alerts: { ...alerts, oldestAt: at - 600 } })).toEqual([])
})

test.each(['unwritable', 'lost'] as const)('a database that is %s needs attention', (state) => {
  const { process } = wellStatus
  const database = { ...process.database, state }
  const status = { ...wellStatus, process: { ...process, database } }
  expect([judgeHealth(status).overall, codesOf(status)]).toEqual(['attention', [`database_${state}`]])
})

test('errors of the last hour count, warnings and older errors do not', () => {
  const failure = {
    level: 'error',
    code: 'internal',
    where: 'sweep',
    guildId: null,
    guildName: null,
    requestId: null,
  } as const
  const at = wellStatus.at - 3_600
  expect(codesOf({ ...wellStatus, errors: [{ ...failure, at }] })).toEqual(['recent_errors'])
  expect(codesOf({ ...wellStatus, errors: [{ ...failure, at: at - 1 }] })).toEqual([])
  expect(codesOf({ ...wellStatus, errors: [{ ...failure, at, level: 'warn' }] })).toEqual([])
})

test('a limit that will be reached today is said with its time', () => {
  const { budget, at } = wellStatus
  const forecast = { usedAtEnd: 200_000, spentAt: at + 60 }
  expect(judgeHealth({ ...wellStatus, budget: budget && { ...budget, forecast } }).findings).toEqual([
    { code: 'budget_forecast', at: at + 60 },
  ])
})
