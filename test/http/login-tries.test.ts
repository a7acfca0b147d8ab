import { expect, test } from 'vitest'
import { createLoginTries } from '../../src/http/status/login-tries.ts'

test('the limit of an hour holds beside that of a minute, for each address', async () => {
  const tries = createLoginTries([
    { points: 10, duration: 60 },
    { points: 3, duration: 3_600 },
  ])
  for (let count = 0; count < 3; count++) expect(await tries.take('192.0.2.1')).toBe(0)
  expect(await tries.take('192.0.2.1')).toBeGreaterThan(3_500)
  expect(await tries.take('192.0.2.2')).toBe(0)
  await tries.forget('192.0.2.1')
  expect(await tries.take('192.0.2.1')).toBe(0)
})
