import { expect, test } from 'vitest'
import { addException } from '../../src/policy/exceptions.ts'
import { createPolicies } from '../../src/policy/policies.ts'
import { setPolicyMode } from '../../src/policy/save-terms.ts'
import { createStoredPolicies } from '../../src/policy/stored-policies.ts'
import { createToken, revokeToken } from '../../src/policy/tokens.ts'
import { sqliteForTest } from '../support/database.ts'
import { deferred } from '../support/deferred.ts'
import { noDatabase } from '../support/fake-watch-context.ts'
import { openPolicyTest } from '../support/policy-tests.ts'
import { ALICE, diskIsFull, MODERATOR, OTHER_SERVER } from '../support/watch-tests.ts'

const { guildId } = MODERATOR
const enforce = (actor: typeof MODERATOR) => ({ ...actor, mode: 'enforce' }) as const

test('what another process changes is taken over within five seconds, until the end', async () => {
  const first = await openPolicyTest()
  const { stored, policies, fakeClock } = first
  const second = await openPolicyTest({ path: first.path })
  const stop = new AbortController()
  const running = stored.run(stop.signal)
  const { token } = await createToken(second.context, { ...MODERATOR, name: 'EU' })
  const exception = { ...MODERATOR, steamId: ALICE, reason: 'x', until: null } as const
  await addException(second.context, exception)
  expect(policies.findByToken(token)).toBeUndefined()
  await fakeClock.advance(5_000)
  await expect.poll(() => policies.findByToken(token)?.policy.exceptions.size).toBe(1)
  await second.database.transaction(({ guilds }) => guilds.remove(guildId))
  // The next wait begins when the load before it has ended.
  await expect.poll(() => fakeClock.pending()).toBe(1)
  await fakeClock.advance(5_000)
  await expect.poll(() => policies.findByToken(token)).toBeUndefined()
  expect(policies.ofGuild(guildId)).toBeUndefined()
  stop.abort()
  await running
  expect(first.errors).toEqual([])
})

test('a load reads the policies that have changed, and no others', async () => {
  const opened = await openPolicyTest()
  await setPolicyMode(opened.context, enforce(MODERATOR))
  let reads = 0
  const database: typeof opened.database = { ...opened.database, read: (work) => (reads++, opened.database.read(work)) }
  const policies = createPolicies(opened.clock)
  const { load } = createStoredPolicies({
    ...opened,
    database,
    policies,
    onError: (error) => opened.errors.push(error),
  })
  const readsOf = async () => ((reads = 0), await load(), reads)
  // One read is of the revisions, and a second one of the policies.
  expect([await readsOf(), await readsOf()]).toEqual([2, 1])
  await setPolicyMode(opened.context, { ...MODERATOR, mode: 'observe' })
  expect([await readsOf(), policies.ofGuild(guildId)?.mode]).toEqual([2, 'observe'])
})

test('a slow load that has read a revoked token does not bring it back', async () => {
  const opened = await openPolicyTest()
  const { token } = await createToken(opened.context, { ...MODERATOR, name: 'EU' })
  const gate = deferred<void>()
  let reads = 0
  const database: typeof opened.database = {
    ...opened.database,
    async read(work) {
      const result = await opened.database.read(work)
      // The first read of a load is of the revisions, the second one of the policies.
      if (++reads === 2) await gate.promise
      return result
    },
  }
  const policies = createPolicies(opened.clock)
  const stored = createStoredPolicies({ ...opened, database, policies, onError: (error) => opened.errors.push(error) })
  const slow = stored.load()
  await expect.poll(() => reads).toBe(2)
  await revokeToken(opened.context, { ...MODERATOR, name: 'EU', isReplacedOnly: false })
  const reload = stored.reload()
  // Reads of the database end in their order, so that a reload which does not wait would have ended after these.
  await opened.stored.load()
  await opened.stored.load()
  gate.resolve()
  await Promise.all([slow, reload])
  expect(policies.findByToken(token)).toBeUndefined()
  expect(opened.errors).toEqual([])
})

test.each([
  ['de', 'de'],
  ['en-GB', 'en'],
  ['fi', 'en'],
])('the texts for players of a server with the locale %s are in %s', async (locale, language) => {
  const { context, policies, database } = await openPolicyTest()
  await setPolicyMode(context, enforce({ ...MODERATOR, locale }))
  expect(policies.ofGuild(guildId)?.language).toBe(language)
  await database.transaction(({ guilds }) => guilds.touch(guildId, 'de', 1))
  await context.policies.reload()
  expect(policies.ofGuild(guildId)?.language).toBe('de')
})

test('a policy with damaged data is reported and stays as it was, and the others are loaded', async () => {
  const { context, policies, stored, path, errors } = await openPolicyTest()
  for (const actor of [MODERATOR, OTHER_SERVER]) await setPolicyMode(context, enforce(actor))
  const db = await sqliteForTest(path)
  await db('policies').where('guild_id', guildId).update({ terms: '{}', revision: 99 })
  await setPolicyMode(context, { ...OTHER_SERVER, mode: 'observe' })
  expect(policies.ofGuild(guildId)).toMatchObject({ mode: 'enforce' })
  expect(policies.ofGuild(OTHER_SERVER.guildId)).toMatchObject({ mode: 'observe' })
  expect(errors).toEqual([expect.objectContaining({ problem: 'damaged' })])
  const restarted = await openPolicyTest({ path })
  expect(restarted.policies.ofGuild(guildId)).toBeUndefined()
  expect(restarted.policies.ofGuild(OTHER_SERVER.guildId)).toMatchObject({ mode: 'observe' })
  await stored.load()
})

test('without its database a start fails, and a running service keeps its policies', async () => {
  const opened = await openPolicyTest()
  const failing = createStoredPolicies({ ...opened, database: noDatabase, onError: () => {} })
  await expect(failing.load()).rejects.toMatchObject({ problem: 'unavailable' })

  const { token } = await createToken(opened.context, { ...MODERATOR, name: 'EU' })
  const errors: unknown[] = []
  let isFailing = false
  const database: typeof opened.database = {
    ...opened.database,
    read: (work) => (isFailing ? Promise.reject(diskIsFull()) : opened.database.read(work)),
    transaction: () => Promise.reject(diskIsFull()),
  }
  const policies = createPolicies(opened.clock)
  const stored = createStoredPolicies({ ...opened, database, policies, onError: (error) => errors.push(error) })
  await stored.load()
  isFailing = true
  const grant = policies.findByToken(token)
  if (!grant) throw new Error('no grant')
  policies.noteUse(grant)
  await stored.reload()
  expect(errors).toEqual([diskIsFull(), diskIsFull()])
  expect(policies.findByToken(token)).toEqual(grant)
})
