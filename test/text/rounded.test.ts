import { expect, test } from 'vitest'
import { areRounded } from '../../src/text/rounded.ts'

// The ids of five accounts, as Excel and JavaScript write them when they are numbers.
const IDS = [76561198000010431n, 76561198097494388n, 76561198054287977n, 76561197960287930n, 76561198012345678n]
const excel = IDS.map((id) => `${id / 100n}00`)
const javascript = IDS.map((id) => String(Number(id)))

test.each([
  ['by Excel, which keeps 15 digits', excel],
  ['by JavaScript, which keeps 53 bits', javascript],
  ['beside custom URLs', [...excel, 'raider', '39744703']],
])('five ids are rounded %s', (_, accounts) => {
  expect(areRounded(accounts)).toBe(true)
})

test.each([
  ['none', []],
  ['four', excel.slice(1)],
  ['one id five times', Array.from({ length: 5 }, () => excel[0] ?? '')],
  ['ids of which one is exact', [...excel, String(IDS[0])]],
  ['exact ids', IDS.map(String)],
])('ids are not taken as rounded: %s', (_, accounts) => {
  expect(areRounded(accounts)).toBe(false)
})
