import { expect, test } from 'vitest'
import { createErrorLog } from '../../src/app/app-context.ts'
import { DatabaseError, type DatabaseProblem } from '../../src/model/database-error.ts'
import type { Failure } from '../../src/model/status.ts'
import { captureLog } from '../support/log.ts'

test('tasks that fail because of an outage that is in the log add no line, and the status page shows one of them', () => {
  const { lines, logger } = captureLog()
  const failures: Pick<Failure, 'code' | 'where'>[] = []
  let outage: DatabaseProblem | undefined = 'unreachable'
  const report = createErrorLog(
    logger,
    ({ code, where }) => failures.push({ code, where }),
    () => outage,
  )
  for (const task of ['bans', 'sweep', 'policies']) report(task, new DatabaseError('unreachable', 'no answer'))
  expect([lines, failures]).toEqual([[], [{ code: 'unreachable', where: 'bans' }]])
  report('bans', new DatabaseError('damaged', 'a row is damaged'))
  report('bans', new DatabaseError('damaged', 'a row is damaged'))
  outage = undefined
  report('sweep', new DatabaseError('busy', 'busy'))
  expect(lines).toMatchObject([
    { level: 50, task: 'bans', problem: 'damaged', msg: 'a row is damaged' },
    { level: 50, task: 'sweep', problem: 'busy' },
  ])
})
