import { expect, test } from 'vitest'
import { createEventLog } from '../../src/app/open-steam.ts'
import { captureLog } from '../support/log.ts'

test('an outage that opens several circuits is one line, and its end another; inventories have their own', () => {
  const { lines, logger } = captureLog()
  const failures: string[] = []
  const report = createEventLog(logger, ({ where }) => failures.push(where))
  for (const isOpen of [true, false])
    for (const circuit of ['bans', 'summaries', 'inventory', 'all'] as const)
      report({ kind: 'circuit', circuit, isOpen })
  expect(lines.map(({ level, circuit, msg }) => [level, circuit, msg])).toEqual([
    [40, 'bans', 'Steam is down: no calls are made until a probe succeeds'],
    [40, 'inventory', 'Steam is down: no calls are made until a probe succeeds'],
    [30, 'inventory', 'Steam answers again'],
    [30, 'all', 'Steam answers again'],
  ])
  expect(failures).toHaveLength(4)
})
