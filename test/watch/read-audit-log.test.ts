import { expect, test } from 'vitest'
import type { AuditEntry } from '../../src/database/audit.ts'
import { readAuditLog, toAuditLines } from '../../src/watch/read-audit-log.ts'
import { NOW } from '../support/fake-context.ts'
import { MODERATOR, nth, openWatchTest } from '../support/watch-tests.ts'

const { guildId, locale, userId } = MODERATOR
/** The log of a server with these entries, which are given from the oldest one. */
async function logOf(entries: readonly Pick<AuditEntry, 'action' | 'at'>[], withPolicy = false) {
  const { context } = await openWatchTest()
  await context.database.transaction(async ({ guilds, audit }) => {
    await guilds.touch(guildId, locale, NOW, userId)
    await audit.add(entries.map((entry, i) => ({ guildId, userId, steamId: nth(i), detail: 'x', ...entry })))
  })
  const log = await readAuditLog(context, guildId, withPolicy)
  return { ...log, lines: toAuditLines(log.entries) }
}
const several = (count: number, action: string, at: number) => Array.from({ length: count }, () => ({ action, at }))

test('an import that the log does not hold as a whole is left out, so that no line says a wrong number', async () => {
  const { lines, isCut } = await logOf([...several(3, 'imported', NOW), ...several(4_998, 'added', NOW + 1)])
  expect([lines.length, lines.at(-1)?.action, isCut]).toEqual([4_998, 'added', true])
})

test('an import that the log holds as a whole says its number, though older entries are left out', async () => {
  const imports = [...several(2, 'imported', NOW + 1), ...several(3, 'imported', NOW + 2)]
  const { lines, isCut } = await logOf([...several(1, 'added', NOW), ...imports, ...several(4_995, 'added', NOW + 3)])
  expect([lines.length, isCut]).toEqual([4_997, true])
  expect(lines.slice(-2)).toMatchObject([
    { action: 'imported', count: 3 },
    { action: 'imported', count: 2 },
  ])
})

test('only a reader who may not see the changes of the policy is told that there are others', async () => {
  const entries = [...several(1, 'added', NOW), ...several(1, 'exception_added', NOW + 1)]
  expect(await logOf(entries, true)).toMatchObject({ entries: [{}, {}], hasHiddenChanges: false })
  expect(await logOf(entries)).toMatchObject({ entries: [{ action: 'added' }], hasHiddenChanges: true })
})
