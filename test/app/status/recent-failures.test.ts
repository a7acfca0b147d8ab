import { expect, test } from 'vitest'
import { createRecentFailures } from '../../../src/app/app-context.ts'

test('keeps the last 50 failures, the newest first', () => {
  let now = 1_000
  const failures = createRecentFailures({ unixSeconds: () => now })
  for (; now < 1_060; now++)
    failures.report({ level: 'warn', code: 'platform_unavailable', where: 'GET /api/lookup', requestId: `id-${now}` })
  failures.report({ level: 'error', code: 'full', where: 'sweep', guildId: '7' })
  const listed = failures.list()
  expect(listed).toHaveLength(50)
  expect(listed.slice(0, 2)).toEqual([
    { at: 1_060, level: 'error', code: 'full', where: 'sweep', guildId: '7', requestId: null },
    {
      at: 1_059,
      level: 'warn',
      code: 'platform_unavailable',
      where: 'GET /api/lookup',
      guildId: null,
      requestId: 'id-1059',
    },
  ])
  expect(listed.at(-1)).toMatchObject({ requestId: 'id-1011' })
})
