import { expect, test } from 'vitest'
import { loadSettings } from '../../../src/app/settings/read-settings.ts'
import { comparedSettings, findDiffering } from '../../../src/app/settings/compare-settings.ts'

const API_TOKEN = 'a-token-of-the-panel-1'
const DISCORD_TOKEN = 'MTIz.a-token-of-the-bot.1'

const replicaWith = (environment: Record<string, string>, policyFileDigest?: string) => ({
  settings: comparedSettings(
    loadSettings({ DATABASE_URL: 'postgres://db.example/rapsheet', ...environment }),
    policyFileDigest,
  ),
})

test('replicas whose tokens differ are found, and no token is shown to the others', () => {
  const first = replicaWith({ API_TOKENS: `${API_TOKEN},another-token-of-20-letters`, DISCORD_TOKEN })
  const sameInOtherOrder = replicaWith({ API_TOKENS: `another-token-of-20-letters,${API_TOKEN}`, DISCORD_TOKEN })
  expect(findDiffering([first, sameInOtherOrder])).toEqual([])
  expect(findDiffering([first, replicaWith({ DISCORD_TOKEN: 'MTIz.a-token-of-the-bot.2' })])).toEqual([
    'API_TOKENS',
    'DISCORD_TOKEN',
  ])
  expect(JSON.stringify(first)).not.toMatch(/of-the-panel|another-token|of-the-bot/)
})

test('replicas whose tokens of the operator differ are found', () => {
  const first = replicaWith({ ADMIN_TOKEN: 'admin-token-0123456789' })
  expect(findDiffering([first, first])).toEqual([])
  expect(findDiffering([first, replicaWith({})])).toEqual(['ADMIN_TOKEN'])
  expect(JSON.stringify(first)).not.toContain('admin-token')
})

test('a replica without the token of the bot, which needs none, does not differ', () => {
  expect(findDiffering([replicaWith({ DISCORD_TOKEN }), replicaWith({ ROLE: 'http' })])).toEqual([])
})

test('replicas that answer verdicts by different policy files differ, and a bot without one does not', () => {
  const first = replicaWith({}, 'aaaa')
  expect(findDiffering([first, replicaWith({}, 'aaaa'), replicaWith({ ROLE: 'bot', DISCORD_TOKEN })])).toEqual([])
  expect(findDiffering([first, replicaWith({}, 'bbbb')])).toEqual(['POLICY_FILE'])
  expect(findDiffering([first, replicaWith({ ROLE: 'http' })])).toEqual(['POLICY_FILE'])
})
