import { expect, test } from 'vitest'
import { createQuota } from '../../src/lib/quota.ts'

test('what is given back can be taken again', async () => {
  const quota = createQuota(10)
  expect(await quota.take('a', 8)).toMatchObject({ isGranted: true, left: 2 })
  expect(await quota.take('a', 8)).toMatchObject({ isGranted: false, left: 2 })
  await quota.giveBack('a', 8)
  expect(await quota.take('a', 8)).toMatchObject({ isGranted: true, left: 2 })
})

test('what costs more than a minute is had once, and is given back as what was taken', async () => {
  const quota = createQuota(10)
  expect(await quota.take('a', 50)).toMatchObject({ isGranted: true, left: 0 })
  await quota.giveBack('a', 50)
  expect(await quota.take('a', 0.1)).toMatchObject({ isGranted: true, left: 9 })
})
