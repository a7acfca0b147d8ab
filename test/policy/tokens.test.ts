import { describe, expect, test } from 'vitest'
import { POLICY_ACTIONS } from '../../src/model/policy.ts'
import { policyStatus } from '../../src/policy/policy-status.ts'
import { createToken, revokeToken } from '../../src/policy/tokens.ts'
import { NOW } from '../support/fake-context.ts'
import { rowsOf } from '../support/database.ts'
import { openPolicyTest, policyProblemOf } from '../support/policy-tests.ts'
import { MODERATOR, OTHER_SERVER } from '../support/watch-tests.ts'

const DAY = 86_400
const { guildId, userId } = MODERATOR
const eu = { ...MODERATOR, name: 'EU Main' }
type Opened = Awaited<ReturnType<typeof openPolicyTest>>

/** A game server asks: whether its token works. */
function ask({ policies }: Opened, token: string): boolean {
  const grant = policies.findByToken(token)
  if (grant) policies.noteUse(grant)
  return grant !== undefined
}

test('a token has 256 bits, gives access to its policy, and is stored and logged nowhere', async () => {
  const opened = await openPolicyTest()
  const { context, policies, path, database } = opened
  const { token, name, isReplacement } = await createToken(context, { ...eu, name: ' EU \n Main\u202E ' })
  expect({ name, isReplacement }).toEqual({ name: 'EU Main', isReplacement: false })
  expect(token).toMatch(/^rsp_[\w-]{43}$/)
  expect(policies.findByToken(token)).toEqual({
    policy: policies.ofGuild(guildId),
    guildId,
    tokenId: 1,
    key: `${guildId}/1`,
    tokenName: 'EU Main',
  })
  expect(policies.ofGuild(guildId)).toMatchObject({ mode: 'observe', rules: {}, version: 1 })
  const { token: other } = await createToken(context, { ...OTHER_SERVER, name: 'EU Main' })
  expect(policies.findByToken(other)?.guildId).toBe(OTHER_SERVER.guildId)
  for (const wrong of ['', token.slice(0, -1), `${token}x`, token.toUpperCase()])
    expect(policies.findByToken(wrong)).toBeUndefined()
  expect(JSON.stringify(await rowsOf(path))).not.toContain(token.slice(4))
  const [entry] = await database.read(({ audit }) => audit.listOf(guildId, POLICY_ACTIONS, 10))
  expect(entry).toMatchObject({ userId, action: 'token_created', detail: 'EU Main' })
})

describe('a replaced token', () => {
  async function openReplaced() {
    const opened = await openPolicyTest()
    const { token: old } = await createToken(opened.context, eu)
    expect(ask(opened, old)).toBe(true)
    opened.time.now += 100
    const { token, isReplacement } = await createToken(opened.context, eu)
    expect(isReplacement).toBe(true)
    return { ...opened, old, token }
  }

  test('works until the new one is used', async () => {
    const opened = await openReplaced()
    const { old, token, stored, time } = opened
    time.now += DAY - 1
    expect(ask(opened, old)).toBe(true)
    expect(ask(opened, token)).toBe(true)
    await expect.poll(async () => (await rowsOf(opened.path))['policy_tokens']).toHaveLength(1)
    await stored.load()
    expect([ask(opened, old), ask(opened, token)]).toEqual([false, true])
  })

  test('works for a day at most', async () => {
    const opened = await openReplaced()
    opened.time.now += DAY
    expect([ask(opened, opened.old), ask(opened, opened.token)]).toEqual([false, true])
  })

  test('can be revoked at once, and the new one stays', async () => {
    const opened = await openReplaced()
    const { context, old, token } = opened
    await revokeToken(context, { ...eu, isReplacedOnly: true })
    expect([ask(opened, old), ask(opened, token)]).toEqual([false, true])
    const again = policyProblemOf(revokeToken(context, { ...eu, isReplacedOnly: true }))
    expect(await again).toEqual({ code: 'no_token', name: 'EU Main' })
  })
})

test('a policy has ten names, each of which can still be replaced', async () => {
  const { context } = await openPolicyTest()
  for (let i = 0; i < 10; i++) await createToken(context, { ...eu, name: `server ${i}` })
  expect(await policyProblemOf(createToken(context, { ...eu, name: 'one more' }))).toEqual({
    code: 'tokens_full',
    limit: 10,
  })
  await createToken(context, { ...eu, name: 'server 3' })
  await revokeToken(context, { ...eu, name: 'server 4', isReplacedOnly: false })
  await createToken(context, { ...eu, name: 'one more' })
})

test('replacing again and again has an end', async () => {
  const { context, time } = await openPolicyTest()
  for (let i = 0; i < 21; i++) await createToken(context, eu)
  expect(await policyProblemOf(createToken(context, eu))).toEqual({ code: 'replaced_too_often', limit: 20 })
  time.now += DAY
  await createToken(context, eu)
})

test('a name is needed, and has 32 characters at most', async () => {
  const { context } = await openPolicyTest()
  expect(await policyProblemOf(createToken(context, { ...eu, name: ' \u200B\n' }))).toEqual({
    code: 'token_name_missing',
  })
  const long = policyProblemOf(createToken(context, { ...eu, name: '👁'.repeat(33) }))
  expect(await long).toEqual({ code: 'token_name_too_long', length: 33, limit: 32 })
  expect((await createToken(context, { ...eu, name: '👁'.repeat(32) })).name).toBe('👁'.repeat(32))
})

test('the status says when each token was last used, written once a minute', async () => {
  const opened = await openPolicyTest()
  const { context, time } = opened
  expect(await policyStatus(context, guildId)).toBeNull()
  const { token: old } = await createToken(context, eu)
  const asked = async () => (await policyStatus(context, guildId))?.tokens.map(({ lastAskedAt }) => lastAskedAt)
  expect(await asked()).toEqual([null])
  for (const [seconds, lastAskedAt] of [
    [0, NOW],
    [59, NOW],
    [60, NOW + 60],
  ] as const) {
    time.now = NOW + seconds
    expect(ask(opened, old)).toBe(true)
    await expect.poll(asked).toEqual([lastAskedAt])
  }
  time.now = NOW + 100
  await createToken(context, eu)
  expect((await policyStatus(context, guildId))?.tokens).toEqual([
    {
      name: 'EU Main',
      createdAt: NOW,
      createdBy: userId,
      lastAskedAt: NOW + 60,
      replaced: { at: NOW + 100, endsAt: NOW + 100 + DAY },
    },
    { name: 'EU Main', createdAt: NOW + 100, createdBy: userId, lastAskedAt: null, replaced: null },
  ])
})
