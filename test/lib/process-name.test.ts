import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { createProcessName, describeProcess } from '../../src/lib/process-name.ts'

test('every name is different, also within a process, because containers can share host name and process id', () => {
  expect(createProcessName()).not.toBe(createProcessName())
})

test('a name says to an operator which process it is, and since when', () => {
  const at = Date.UTC(2026, 10, 23, 21, 0, 5) / 1000
  const name = createProcessName({ unixSeconds: () => at })
  expect(describeProcess(name)).toBe(`process ${process.pid} on host ${hostname()}, since 2026-11-23T21:00:05.000Z`)
  expect(describeProcess('a:b')).toBe('the process a:b')
})
