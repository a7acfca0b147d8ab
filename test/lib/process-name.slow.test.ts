import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { createProcessName, hasProcessEnded } from '../../src/lib/process-name.ts'

const own = createProcessName()

test('every name is different, also within a process', () => {
  expect(createProcessName()).not.toBe(own)
})

test('a process that has ended is known to have ended', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  expect(hasProcessEnded(`${hostname()}:${pid}:0123456789ab`, own)).toBe(true)
})

test('another process with our id was before us', () => {
  expect(hasProcessEnded(`${hostname()}:${process.pid}:0123456789ab`, own)).toBe(true)
})

test.each([
  ['ourselves', own],
  ['a running process', `${hostname()}:${process.ppid}:0123456789ab`],
  ['a process of another host', `other-${hostname()}:999999:0123456789ab`],
  ['a name of another kind', 'somebody'],
])('nothing is known of %s', (_, name) => {
  expect(hasProcessEnded(name, own)).toBe(false)
})
