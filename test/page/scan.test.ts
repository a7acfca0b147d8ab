import { expect, test } from 'vitest'
import { ApiError } from '../../packages/client/src/api-error.ts'
import { addEvent, endScan, STARTED, type Scan } from '../../page/state/scan.ts'
import { exampleScan } from '../support/examples.ts'
import type { ScanEvent, ScanFound } from '../../src/model/account.ts'
import { idOf, vacBanned } from './support/bans.ts'

const { start, found, progress, result } = exampleScan
const deleted = { steamId: idOf(1), banDetails: vacBanned(3) }

const after = (...events: (ScanEvent | ScanFound)[]): Scan =>
  events.reduce<Scan>((scan, event) => (scan.state === 'running' ? addEvent(scan, event, 7) : scan), STARTED)

test('friends are added in the order in which they are found', () => {
  const more = { found: { friends: [], withoutProfile: [deleted] } }
  expect(after(start, found, progress, more)).toEqual({
    state: 'running',
    progress: progress.progress,
    found: { friends: found.found.friends, withoutProfile: [deleted] },
    at: 7,
  })
})

test('the result replaces what was found, and the total is the number of friends that were to be checked', () => {
  const hundred = { progress: { current: 0, total: 100, totalFriends: 250 } }
  expect(after(hundred, found, result)).toEqual({ state: 'done', result, total: 100, at: 7 })
  expect(after(result)).toMatchObject({ state: 'done', total: result.friends.length })
})

test('a scan that is cancelled or fails keeps what was found', () => {
  const error = new ApiError('stream_broken', 'The stream ended.')
  const soFar = { progress: start.progress, found: found.found }
  expect(endScan(after(start, found), 9)).toEqual({ state: 'cancelled', at: 9, ...soFar })
  expect(endScan(after(start, found), 9, { error })).toEqual({ state: 'failed', at: 9, error, ...soFar })
})

test('a fault of the page is a failure as well, and never an empty result', () => {
  const failed = endScan(after(start), 9, { error: new TypeError('fault') })
  expect(failed).toMatchObject({ state: 'failed', error: { code: 'internal', message: 'fault' } })
})

test('a scan that is over stays as it is', () => {
  expect(endScan(after(result), 9, { error: new Error('late') })).toEqual(after(result))
})
