import { expect, test } from 'vitest'
import { toKnownOutageRow } from '../../bench/joins/known-outage-row.ts'

const fast = Array<number>(199).fill(4)

test('one slow answer of many misses the target of a known outage', () => {
  expect(toKnownOutageRow('joins', [...fast, 50])).toEqual({
    what: 'joins: slowest answer once known',
    target: '≤ 50 ms',
    measured: '50.0 ms of 200, p50 4.0 ms, p99 4.0 ms',
    isMet: true,
  })
  expect(toKnownOutageRow('joins', [...fast, 50.1])).toMatchObject({
    measured: '50.1 ms of 200, p50 4.0 ms, p99 4.0 ms',
    isMet: false,
  })
  expect(toKnownOutageRow('joins', []).isMet).toBe(false)
})
