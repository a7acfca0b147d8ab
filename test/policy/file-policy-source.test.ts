import { describe, expect, test } from 'vitest'
import { hashToken } from '../../src/lib/token-hash.ts'
import { createFilePolicySource } from '../../src/policy/file-policy-source.ts'
import { parsePolicyFile } from '../../src/policy/parse-policy-file.ts'
import { NOW } from '../support/fake-context.ts'

const TOKEN = 'a-token-of-a-file-0123456789'
const ID = '76561198000010431'
const CLOCK = { unixSeconds: () => NOW }
const fileOf = (content: object = {}) => parsePolicyFile(JSON.stringify({ name: 'main', token: TOKEN, ...content }))

test('the token of the file allows to ask for its policy, and no other does', () => {
  const source = createFilePolicySource(fileOf({ rules: { maxVacBans: 0 } }), CLOCK)
  expect(source.findByHash(hashToken(TOKEN))).toMatchObject({
    policy: { name: 'main', version: 1, rules: { maxVacBans: 0 } },
    policyId: 'file',
    guildId: null,
  })
  expect(source.findByHash(hashToken(`${TOKEN}x`))).toBeUndefined()
  expect(source.ofGuild('file')).toBeUndefined()
})

test('the version counts the changes of the file, exceptions and token included', () => {
  const source = createFilePolicySource(fileOf(), CLOCK)
  const versionAfter = (content: object) => [source.replace(fileOf(content)), source.policy().version]
  expect(versionAfter({})).toEqual([false, 1])
  expect(versionAfter({ rules: { maxVacBans: 0 } })).toEqual([true, 2])
  const exceptions = [{ steamId: ID, decision: 'allow', reason: 'x' }]
  expect(versionAfter({ exceptions })).toEqual([true, 3])
  expect(versionAfter({ exceptions })).toEqual([false, 3])
  expect(versionAfter({ exceptions: [{ ...exceptions[0], decision: 'deny' }] })).toEqual([true, 4])
  const token = 'another-token-0123456789'
  expect(versionAfter({ token })).toEqual([true, 5])
  expect(source.findByHash(hashToken(token))?.policy.version).toBe(5)
})

test('the bans of the file come before those of the game’s file, and a passed ban of one hides none of the other', () => {
  const source = createFilePolicySource(fileOf({ bans: [{ steamId: ID, reason: 'ours', until: '2023-12-01' }] }), CLOCK)
  const end = Date.UTC(2023, 11, 2) / 1000
  const reasonAt = (now: number) => source.findBan(ID, now)?.reason
  expect([reasonAt(end - 1), reasonAt(end)]).toEqual(['ours', undefined])
  source.replaceGameBans(new Map([[ID, { reason: 'of the game', until: end + 60 }]]))
  expect([end - 1, end, end + 59, end + 60].map(reasonAt)).toEqual(['ours', 'of the game', 'of the game', undefined])
})

describe('a replaced token', () => {
  const NEW_TOKEN = 'another-token-0123456789'
  const DAY = 86_400
  function replaceToken() {
    const time = { now: NOW }
    const source = createFilePolicySource(fileOf(), { unixSeconds: () => time.now })
    const before = source.findByHash(hashToken(TOKEN))
    source.replace(fileOf({ token: NEW_TOKEN, rules: { maxVacBans: 0 } }))
    const use = (token: string) => {
      const grant = source.findByHash(hashToken(token))
      if (grant) source.noteUse(grant)
      return grant
    }
    return { time, source, before, use }
  }

  test('works, by the new policy, until the new one is used', () => {
    const { use } = replaceToken()
    const rules = { policy: { version: 2, rules: { maxVacBans: 0 } } }
    expect([use(TOKEN), use(TOKEN)]).toMatchObject([rules, rules])
    expect(use(NEW_TOKEN)).toMatchObject(rules)
    expect(use(TOKEN)).toBeUndefined()
  })

  test('works for a day at most', () => {
    const { time, use } = replaceToken()
    time.now += DAY - 1
    expect(use(TOKEN)).toBeDefined()
    time.now += 1
    expect(use(TOKEN)).toBeUndefined()
  })

  test('is not ended by a use that began before', () => {
    const { source, before, use } = replaceToken()
    if (before) source.noteUse(before)
    expect(use(TOKEN)).toBeDefined()
  })

  test('that comes back works for good', () => {
    const { time, source, use } = replaceToken()
    source.replace(fileOf())
    time.now += DAY
    expect([use(TOKEN) !== undefined, use(NEW_TOKEN)]).toEqual([true, undefined])
  })
})
