import { describe, expect, test } from 'vitest'
import { storedRefusals } from '../support/outbox.ts'
import type { Database, Repositories } from '../../src/app/database.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import type { Verdict } from '../../src/model/verdict.ts'
import { createJoinRecorder, type JoinRecorderOptions, type LateJudgement } from '../../src/policy/join-recorder.ts'
import { NOTICES } from '../../src/policy/refusals.ts'
import type { Facts } from '../../src/model/facts.ts'
import { known } from '../support/policies.ts'
import { forgetAccount } from '../../src/app/forget-account.ts'
import { noteWatchedJoins } from '../../src/watch/joins.ts'
import { createToken } from '../../src/policy/tokens.ts'
import { deferred } from '../support/deferred.ts'
import { NOW } from '../support/fake-context.ts'
import { vacFactsOf } from '../support/policy-records.ts'
import { openPolicyTest } from '../support/policy-tests.ts'
import { ALICE, BOB, CAROL, diskIsFull, MODERATOR, nth } from '../support/watch-tests.ts'

const { guildId } = MODERATOR
const DAY = 86_400

const judged = (steamId: SteamId, parts: Partial<Verdict> = {}) => ({
  verdict: {
    steamId,
    verdict: 'deny',
    reasons: [{ code: 'maxVacBans', value: 1, limit: 0, text: 'One VAC ban' }],
    unknown: [],
    until: null,
    mode: 'observe',
    policy: { name: 'main', version: 1 },
    checkedAt: NOW,
    stale: false,
    ...parts,
  } satisfies Verdict,
  facts: vacFactsOf(steamId, 1, NOW - 2 * DAY),
})
const allow: Partial<Verdict> = { verdict: 'allow', reasons: [] }

/** A recorder of the joins at one game server. */
async function open(parts: Partial<JoinRecorderOptions<Repositories>> = {}) {
  const opened = await openPolicyTest()
  const { token } = await createToken(opened.context, { ...MODERATOR, name: 'EU' })
  const grant = opened.policies.findByToken(token)
  if (!grant) throw new Error('no grant')
  const counts = { dropped: 0, transactions: 0 }
  const failing = { isOn: false }
  const gate = deferred<void>()
  const held = { isOn: false, release: gate.resolve }
  const database: Pick<Database, 'transaction'> = {
    transaction: async (work) => {
      counts.transactions++
      if (held.isOn) await gate.promise
      return failing.isOn ? Promise.reject(diskIsFull()) : opened.database.transaction(work)
    },
  }
  const recorder = createJoinRecorder({
    database,
    clock: opened.clock,
    onError: (error) => opened.errors.push(error),
    onDropped: (count) => (counts.dropped += count),
    onStored: noteWatchedJoins,
    ...parts,
  })
  const joinsOf = () => opened.database.read(({ joins }) => joins.newestOfEach(guildId, 0, 0, 100_000))
  return { ...opened, grant, recorder, counts, failing, held, joinsOf }
}

test('joins of one second are stored together, with what the verdict rests on', async () => {
  const { recorder, grant, fakeClock, joinsOf, counts, database } = await open()
  recorder.record(grant, judged(ALICE))
  recorder.record(grant, judged(BOB, allow))
  await fakeClock.advance(999)
  expect(await joinsOf()).toEqual([])
  await fakeClock.advance(1)
  await expect.poll(joinsOf).toHaveLength(2)
  expect(counts.transactions).toBe(1)
  const [first, second] = await joinsOf()
  const reasons = [{ code: 'maxVacBans', value: 1, limit: 0, lastBanDays: 2 }]
  expect(first).toEqual({
    id: 1,
    guildId,
    tokenId: 1,
    tokenName: 'EU',
    steamId: ALICE,
    at: NOW,
    verdict: 'deny',
    mode: 'observe',
    version: 1,
    reasons,
    facts: vacFactsOf(ALICE, 1, NOW - 2 * DAY),
  })
  expect(second).toMatchObject({ steamId: BOB, verdict: 'allow', reasons: [] })
  const due = await database.read((repositories) => storedRefusals(repositories, guildId, [ALICE, BOB]))
  expect(due).toMatchObject([{ steamId: ALICE, mode: 'observe', count: 1, reasons, key: String(NOW - (NOW % DAY)) }])
})

test('what waits is stored when the service ends, however much it is', async () => {
  const { recorder, grant, joinsOf, database, fakeClock } = await open()
  for (let i = 0; i < 1_000; i++) recorder.record(grant, judged(nth(i), { mode: 'enforce' }))
  await recorder.close()
  expect(await joinsOf()).toHaveLength(1_000)
  const steamIds = Array.from({ length: 1_000 }, (_, index) => nth(index))
  expect(await database.read((repositories) => storedRefusals(repositories, guildId, steamIds))).toHaveLength(1_000)
  expect(fakeClock.pending()).toBe(0)
})

test('joins are stored together with what servers are told about them, and those of unknown servers are left out', async () => {
  const told: SteamId[][] = []
  const failing = { isOn: true }
  const { recorder, grant, joinsOf, fakeClock, errors } = await open({
    onStored: async (_repositories, joins) => {
      told.push(joins.map(({ steamId }) => steamId))
      if (failing.isOn) throw diskIsFull()
    },
  })
  recorder.record(grant, judged(ALICE))
  recorder.record({ ...grant, guildId: '900000000000000009' }, judged(BOB))
  await fakeClock.advance(1_000)
  await expect.poll(() => errors).toEqual([diskIsFull()])
  expect(await joinsOf()).toEqual([])
  failing.isOn = false
  await fakeClock.advance(1_000)
  await expect.poll(joinsOf).toHaveLength(1)
  expect(told).toEqual([[ALICE], [ALICE]])
})

test('a full queue drops joins and counts them', async () => {
  const { recorder, grant, counts, joinsOf } = await open({ maxWaiting: 3 })
  for (let i = 0; i < 5; i++) recorder.record(grant, judged(nth(i)))
  expect(counts.dropped).toBe(2)
  await recorder.close()
  expect(await joinsOf()).toHaveLength(3)
})

test('a forgotten account is not stored any more at its server, neither from the queue nor after a failure', async () => {
  const { recorder, grant, failing, fakeClock, joinsOf, context, database } = await open()
  recorder.record(grant, judged(ALICE))
  recorder.record(grant, judged(BOB))
  await recorder.forget('900000000000000009', ALICE)
  failing.isOn = true
  await fakeClock.advance(1_000)
  failing.isOn = false
  const { wasWatched } = await forgetAccount(
    { ...context, database, dropJoins: recorder.forget },
    { ...MODERATOR, steamId: ALICE },
  )
  expect(wasWatched).toBe(false)
  await recorder.close()
  expect((await joinsOf()).map(({ steamId }) => steamId)).toEqual([BOB])
})

test('forgetting waits for the joins that are being stored, and loses no others', async () => {
  const { recorder, grant, fakeClock, joinsOf, context, database, held, counts } = await open()
  held.isOn = true
  recorder.record(grant, judged(ALICE))
  recorder.record(grant, judged(BOB))
  await fakeClock.advance(1_000)
  expect(counts.transactions).toBe(1)
  recorder.record(grant, judged(ALICE))
  recorder.record(grant, judged(CAROL))
  const forgetting = forgetAccount(
    { ...context, database, dropJoins: recorder.forget },
    { ...MODERATOR, steamId: ALICE },
  )
  held.release()
  await forgetting
  await recorder.close()
  expect((await joinsOf()).map(({ steamId }) => steamId)).toEqual([BOB, CAROL])
})

test('joins that can never be stored are dropped, with ever longer pauses before', async () => {
  const { recorder, grant, counts, failing, fakeClock, errors } = await open()
  failing.isOn = true
  recorder.record(grant, judged(ALICE))
  await fakeClock.advance(1_000 + 1_000 + 2_000 + 4_000)
  expect([errors.length, counts.dropped]).toEqual([4, 0])
  await fakeClock.advance(8_000)
  expect([errors.length, counts.dropped]).toEqual([5, 1])
  await fakeClock.advance(1_000_000)
  expect(errors).toHaveLength(5)
  expect(fakeClock.pending()).toBe(0)
  recorder.record(grant, judged(ALICE))
  expect(await recorder.close()).toBe(1)
  expect(counts.dropped).toBe(2)
})

test('10,000 joins of a policy are kept', async () => {
  const { recorder, grant, database, joinsOf } = await open({ maxWaiting: 20_000 })
  await database.transaction(async ({ joins }) => {
    const join = { guildId, tokenId: 1, tokenName: 'EU', verdict: 'allow', mode: 'observe', version: 1 } as const
    const old = Array.from({ length: 9_999 }, (_, i) => ({
      ...join,
      steamId: nth(i),
      at: NOW - 1,
      reasons: [],
      facts: vacFactsOf(nth(i), 0),
    }))
    await joins.add(old)
  })
  recorder.record(grant, judged(ALICE))
  recorder.record(grant, judged(BOB))
  await recorder.close()
  const kept = (await joinsOf()).map(({ steamId }) => steamId)
  expect(kept).toHaveLength(10_000)
  expect(kept.includes(nth(0))).toBe(false)
  expect(kept.slice(-2)).toEqual([ALICE, BOB])
})

test('joins by the policy of the file are not stored', async () => {
  const { grant, recorder, fakeClock } = await open()
  recorder.record({ ...grant, guildId: null }, judged(ALICE))
  expect(fakeClock.pending()).toBe(0)
  await recorder.close()
})

describe('what becomes known after the answer', () => {
  const FACTS: Facts = { ...vacFactsOf(ALICE, 0), rustHours: known({ kind: 'hours', hours: 5 }) }
  const NOTICE: LateJudgement = { facts: FACTS, notices: [{ code: 'minRustHours', value: 5, limit: 100 }] }
  const noticesOf = ({ database }: Awaited<ReturnType<typeof open>>) =>
    database.read((repositories) => storedRefusals(repositories, guildId, [ALICE, BOB], NOTICES.name))

  test('is stored with a join that still waits, and a notice beside it', async () => {
    const opened = await open()
    const { recorder, grant, fakeClock, joinsOf, counts } = opened
    recorder.record(grant, judged(ALICE, allow), Promise.resolve(NOTICE))
    recorder.record(grant, judged(BOB, allow), Promise.resolve({ facts: vacFactsOf(BOB, 0), notices: [] }))
    await fakeClock.advance(1_000)
    await expect.poll(joinsOf).toHaveLength(2)
    expect(counts.transactions).toBe(1)
    expect((await joinsOf())[0]).toMatchObject({ verdict: 'allow', reasons: [], facts: FACTS })
    expect(await noticesOf(opened)).toMatchObject([
      { steamId: ALICE, mode: 'notify', version: 1, count: 1, reasons: NOTICE.notices, digest: null },
    ])
  })

  test('delays no join, and is stored after it with the time of the join', async () => {
    const opened = await open()
    const { recorder, grant, fakeClock, joinsOf, time } = opened
    const late = deferred<LateJudgement | null>()
    recorder.record(grant, judged(ALICE, allow), late.promise)
    await fakeClock.advance(1_000)
    await expect.poll(joinsOf).toHaveLength(1)
    time.now += DAY
    late.resolve(NOTICE)
    await late.promise
    await fakeClock.advance(1_000)
    await expect.poll(() => noticesOf(opened)).toMatchObject([{ createdAt: NOW, key: String(NOW - (NOW % DAY)) }])
    expect(await joinsOf()).toHaveLength(1)
  })

  test('is waited for at a stop', async () => {
    const opened = await open()
    const { recorder, grant, joinsOf } = opened
    const late = deferred<LateJudgement | null>()
    recorder.record(grant, judged(ALICE, allow), late.promise)
    const closing = recorder.close()
    late.resolve(NOTICE)
    expect(await closing).toBe(0)
    expect(await joinsOf()).toMatchObject([{ at: NOW, facts: FACTS }])
    expect(await noticesOf(opened)).toHaveLength(1)
  })

  test('is not stored of an account that was forgotten meanwhile, neither before nor after it became known', async () => {
    const opened = await open()
    const { recorder, grant } = opened
    const late = [deferred<LateJudgement | null>(), deferred<LateJudgement | null>()] as const
    recorder.record(grant, judged(ALICE, allow), Promise.resolve(NOTICE))
    recorder.record(grant, judged(ALICE, allow), late[0].promise)
    recorder.record(grant, judged(BOB, allow), late[1].promise)
    await Promise.resolve()
    await recorder.forget(guildId, ALICE)
    for (const { resolve } of late) resolve(NOTICE)
    await late[1].promise
    await recorder.close()
    expect(await noticesOf(opened)).toMatchObject([{ steamId: BOB }])
    expect(await opened.joinsOf()).toMatchObject([{ steamId: BOB }])
  })
})
