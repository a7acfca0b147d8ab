import { describe, expect, test } from 'vitest'
import { NEW_POLICY_TERMS, POLICY_ACTIONS, type PolicyTerms } from '../../src/model/policy.ts'
import { saveTerms, setPolicyMode, setReports } from '../../src/policy/save-terms.ts'
import { createToken } from '../../src/policy/tokens.ts'
import { NOW } from '../support/fake-context.ts'
import { openPolicyTest, policyProblemOf } from '../support/policy-tests.ts'
import { MODERATOR, OTHER_SERVER } from '../support/watch-tests.ts'

const { guildId, userId } = MODERATOR
const TERMS: PolicyTerms = {
  mode: 'observe',
  rules: { maxVacBans: 0, banForgottenAfterDays: 365 },
  onUnknown: {},
  actions: {},
  appeal: 'discord.gg/x',
}

type Opened = Awaited<ReturnType<typeof openPolicyTest>>
const storedOf = ({ database }: Opened, server = guildId) =>
  database.read(async ({ policies, audit }) => ({
    policy: await policies.get(server),
    versions: (await policies.versions(server, 10)).map((each) => [each.version, each.at, each.userId, each.terms]),
    log: (await audit.listOf(server, POLICY_ACTIONS, 10)).map((each) => [
      each.at,
      each.userId,
      each.action,
      each.detail,
    ]),
  }))

describe('saving terms', () => {
  test('makes a policy, judges by it at once, and keeps each change with who and when', async () => {
    const opened = await openPolicyTest()
    const { context, policies, time } = opened
    expect(policies.ofGuild(guildId)).toBeUndefined()
    expect(await saveTerms(context, { ...MODERATOR, terms: TERMS, fromVersion: 0 })).toEqual({
      version: 1,
      isChanged: true,
    })
    expect(policies.ofGuild(guildId)).toEqual({
      ...TERMS,
      name: 'main',
      version: 1,
      language: 'en',
      exceptions: new Map(),
    })
    time.now += 60
    const stricter = { ...TERMS, rules: { ...TERMS.rules, denyTradeBan: true } }
    const other = { ...MODERATOR, userId: '7' }
    expect(await saveTerms(context, { ...other, terms: stricter, fromVersion: 1 })).toEqual({
      version: 2,
      isChanged: true,
    })
    expect(policies.ofGuild(guildId)).toMatchObject({ version: 2, rules: { denyTradeBan: true } })
    const { policy, versions, log } = await storedOf(opened)
    expect(policy).toMatchObject({ notify: 'each', updatedAt: NOW + 60, updatedBy: '7' })
    expect(versions).toEqual([
      [2, NOW + 60, '7', stricter],
      [1, NOW, userId, TERMS],
    ])
    expect(log).toEqual([
      [NOW + 60, '7', 'policy_saved', '2'],
      [NOW, userId, 'policy_saved', '1'],
    ])
  })

  test('are saved on top of a policy that a token has created since the edit began', async () => {
    const { context } = await openPolicyTest()
    await createToken(context, { ...MODERATOR, name: 'main' })
    expect(await saveTerms(context, { ...MODERATOR, terms: TERMS, fromVersion: 0 })).toEqual({
      version: 2,
      isChanged: true,
    })
  })

  test('that someone else has changed meanwhile tells who and when, and writes nothing', async () => {
    const opened = await openPolicyTest()
    const { context, time } = opened
    await saveTerms(context, { ...MODERATOR, terms: TERMS, fromVersion: 0 })
    time.now += 60
    const other = { ...MODERATOR, userId: '7' }
    await saveTerms(context, { ...other, terms: { ...TERMS, appeal: '' }, fromVersion: 1 })
    time.now += 60
    const before = await storedOf(opened)
    for (const fromVersion of [0, 1, 3]) {
      const edit = { ...MODERATOR, terms: { ...TERMS, rules: {} }, fromVersion }
      expect(await policyProblemOf(saveTerms(context, edit))).toEqual({
        code: 'changed_meanwhile',
        version: 2,
        at: NOW + 60,
        userId: '7',
      })
    }
    expect(await storedOf(opened)).toEqual(before)
  })

  test('of a policy that is gone meanwhile are not saved as a new one', async () => {
    const opened = await openPolicyTest()
    const { context, database } = opened
    await saveTerms(context, { ...MODERATOR, terms: TERMS, fromVersion: 0 })
    // Simulates that the bot was removed, its data deleted, and the bot invited again.
    await database.transaction(({ guilds }) => guilds.remove(guildId))
    const edit = { ...MODERATOR, terms: { ...TERMS, mode: 'enforce' as const }, fromVersion: 1 }
    expect(await policyProblemOf(saveTerms(context, edit))).toEqual({ code: 'gone_meanwhile' })
    expect((await storedOf(opened)).policy).toBeUndefined()
    expect(await saveTerms(context, { ...edit, fromVersion: 0 })).toEqual({ version: 1, isChanged: true })
  })

  test('by two at once saves one of them', async () => {
    const opened = await openPolicyTest()
    const { context } = opened
    await saveTerms(context, { ...MODERATOR, terms: TERMS, fromVersion: 0 })
    const edits = ['one', 'two', 'three'].map((appeal) =>
      saveTerms(context, { ...MODERATOR, terms: { ...TERMS, appeal }, fromVersion: 1 }),
    )
    const statuses = (await Promise.allSettled(edits)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect((await storedOf(opened)).policy?.version).toBe(2)
  })

  test('that contradict each other are refused, with the contradictions', async () => {
    const opened = await openPolicyTest()
    const terms = { ...TERMS, rules: { banForgottenAfterDays: 30 } }
    const problem = await policyProblemOf(saveTerms(opened.context, { ...MODERATOR, terms, fromVersion: 0 }))
    expect(problem).toEqual({
      code: 'contradictory_terms',
      problems: [{ code: 'forgotten_without_limit', rule: 'banForgottenAfterDays' }],
    })
    expect((await storedOf(opened)).policy).toBeUndefined()
  })
})

test('the mode is changed alone, and makes a policy that has no rules where there is none', async () => {
  const opened = await openPolicyTest()
  const { context, policies } = opened
  expect(await setPolicyMode(context, { ...MODERATOR, mode: 'observe' })).toEqual({ version: 1, isChanged: false })
  expect(policies.ofGuild(guildId)).toMatchObject({ ...NEW_POLICY_TERMS, version: 1 })
  await saveTerms(context, { ...MODERATOR, terms: TERMS, fromVersion: 1 })
  expect(await setPolicyMode(context, { ...MODERATOR, mode: 'enforce' })).toEqual({ version: 3, isChanged: true })
  expect(policies.ofGuild(guildId)).toMatchObject({ ...TERMS, mode: 'enforce', version: 3 })
  expect((await storedOf(opened)).log[0]).toEqual([NOW, userId, 'policy_mode_set', 'enforce'])
  expect(policies.ofGuild(OTHER_SERVER.guildId)).toBeUndefined()
})

test('how refusals are reported is no new version', async () => {
  const opened = await openPolicyTest()
  const { context } = opened
  await setReports(context, { ...MODERATOR, notify: 'daily' })
  await setReports(context, { ...MODERATOR, notify: 'daily' })
  const { policy, log } = await storedOf(opened)
  expect(policy).toMatchObject({ version: 1, notify: 'daily', terms: NEW_POLICY_TERMS })
  expect(log).toEqual([[NOW, userId, 'policy_notify_set', 'daily']])
})
