import { describe, expect, test } from 'vitest'
import { createFilePolicy } from '../../src/policy/file-policy.ts'
import { parsePolicyFile } from '../../src/policy/parse-policy-file.ts'
import { createPolicies } from '../../src/policy/policies.ts'
import { NOW } from '../support/fake-context.ts'

const TOKEN = 'a-token-of-a-file-0123456789'
const ID = '76561198000010431'
const fileOf = (content: object = {}) => parsePolicyFile(JSON.stringify({ name: 'main', token: TOKEN, ...content }))

function open(content: object = {}) {
  const time = { now: NOW }
  const clock = { unixSeconds: () => time.now }
  const policies = createPolicies(clock)
  const file = createFilePolicy(policies, fileOf(content), clock)
  const use = (token: string) => {
    const grant = policies.findByToken(token)
    if (grant) policies.noteUse(grant)
    return grant
  }
  return { time, policies, file, use, replace: (next: object) => file.replace(fileOf(next)) }
}

test('the token of the file allows to ask for its policy, and no other does', () => {
  const { time, file, use } = open({ rules: { maxVacBans: 0 } })
  time.now += 5
  expect([file.lastUsedAt(), use(`${TOKEN}x`), file.lastUsedAt()]).toEqual([null, undefined, null])
  expect(use(TOKEN)).toMatchObject({ policy: { name: 'main', version: 1, rules: { maxVacBans: 0 } }, guildId: null })
  expect(file.lastUsedAt()).toBe(NOW + 5)
})

test('the version counts the changes of the file, exceptions and token included', () => {
  const { file, policies, replace } = open()
  const versionAfter = (content: object) => [replace(content), file.policy().version]
  expect(versionAfter({})).toEqual([false, 1])
  expect(versionAfter({ rules: { maxVacBans: 0 } })).toEqual([true, 2])
  const exceptions = [{ steamId: ID, decision: 'allow', reason: 'x' }]
  expect(versionAfter({ exceptions })).toEqual([true, 3])
  expect(versionAfter({ exceptions })).toEqual([false, 3])
  expect(versionAfter({ exceptions: [{ ...exceptions[0], decision: 'deny' }] })).toEqual([true, 4])
  const token = 'another-token-0123456789'
  expect(versionAfter({ token })).toEqual([true, 5])
  expect(policies.findByToken(token)?.policy.version).toBe(5)
})

test('the bans of the file come before those of the game’s file, and a passed ban of one hides none of the other', () => {
  const { file } = open({ bans: [{ steamId: ID, reason: 'ours', until: '2023-12-01' }] })
  const end = Date.UTC(2023, 11, 2) / 1000
  const reasonAt = (now: number) => file.findBan(ID, now)?.reason
  expect([reasonAt(end - 1), reasonAt(end)]).toEqual(['ours', undefined])
  file.replaceGameBans(new Map([[ID, { reason: 'of the game', until: end + 60 }]]))
  expect([end - 1, end, end + 59, end + 60].map(reasonAt)).toEqual(['ours', 'of the game', 'of the game', undefined])
})

describe('a replaced token', () => {
  const NEW_TOKEN = 'another-token-0123456789'
  const DAY = 86_400
  function replaceToken() {
    const opened = open()
    const before = opened.policies.findByToken(TOKEN)
    opened.replace({ token: NEW_TOKEN, rules: { maxVacBans: 0 } })
    return { ...opened, before }
  }

  test('works, by the new policy, until the new one is used', () => {
    const { use, replace } = replaceToken()
    const rules = { policy: { version: 2, rules: { maxVacBans: 0 } } }
    expect([use(TOKEN), use(TOKEN)]).toMatchObject([rules, rules])
    expect(use(NEW_TOKEN)).toMatchObject(rules)
    expect(use(TOKEN)).toBeUndefined()
    replace({ token: NEW_TOKEN, name: 'other' })
    expect([use(TOKEN), use(NEW_TOKEN) !== undefined]).toEqual([undefined, true])
  })

  test('works for a day at most', () => {
    const { time, use } = replaceToken()
    time.now += DAY - 1
    expect(use(TOKEN)).toBeDefined()
    time.now += 1
    expect(use(TOKEN)).toBeUndefined()
  })

  test('that comes back works for good', () => {
    const { time, replace, use } = replaceToken()
    replace({})
    time.now += DAY
    expect([use(TOKEN) !== undefined, use(NEW_TOKEN)]).toEqual([true, undefined])
  })
})
