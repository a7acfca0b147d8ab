import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { ban, gameFor, OWNER, PLAYER, startEndpoint, TOKEN, type Answer } from './support.ts'

/** The time of the fake clock, Unix seconds. */
const NOW = 1_000

/** The outcomes of a join under both failure modes, as `let-in by answer`. */
async function bothModes(answer: Answer) {
  const { endpoint } = await startEndpoint({ [PLAYER]: answer })
  const modes = [0, 1] as const
  const outcomes = await Promise.all(
    modes.map((bansServerFailureMode) => gameFor(endpoint, { bansServerFailureMode }).join({ steamId: PLAYER })),
  )
  return outcomes.map(({ kind, by }) => `${kind} by ${by}`)
}

const FAILED = ['let-in by failure-mode', 'rejected by failure-mode']
const NOT_BANNED = ['let-in by answer', 'let-in by answer']
const BANNED = ['rejected by answer', 'rejected by answer']

/** A 200 with this text as its body. */
const text = (body: string): Answer => ({ status: 200, body })

describe('1. a family-shared copy', () => {
  test('asks about the owner first, then about the player, in requests that look alike', async () => {
    const { endpoint, requests } = await startEndpoint({})
    const outcome = await gameFor(endpoint).join({ steamId: PLAYER, ownerSteamId: OWNER })
    expect(outcome).toMatchObject({ kind: 'let-in', by: 'answer' })
    expect(outcome.asked.map(({ steamId }) => steamId)).toEqual([OWNER, PLAYER])
    expect(requests.map(({ path }) => path)).toEqual([`/${TOKEN}/bans/${OWNER}`, `/${TOKEN}/bans/${PLAYER}`])
    expect(requests[0]?.headers).toEqual(requests[1]?.headers)
  })

  test('of a banned owner is rejected without a request about the player', async () => {
    const { endpoint, requests } = await startEndpoint({ [OWNER]: ban(OWNER) })
    const outcome = await gameFor(endpoint).join({ steamId: PLAYER, ownerSteamId: OWNER })
    expect(outcome).toMatchObject({ kind: 'rejected', by: 'answer', playerSees: expect.stringContaining('cheating') })
    expect(requests).toHaveLength(1)
  })

  test('does not accept an answer about the player for the owner', async () => {
    const { endpoint } = await startEndpoint({ [OWNER]: ban(PLAYER) })
    const outcome = await gameFor(endpoint).join({ steamId: PLAYER, ownerSteamId: OWNER })
    expect(outcome).toMatchObject({ kind: 'let-in', by: 'failure-mode' })
  })

  test('whose owner cannot be checked is rejected in mode 1, and asks about the player in mode 0', async () => {
    const { endpoint } = await startEndpoint({ [OWNER]: { status: 503 } })
    const player = { steamId: PLAYER, ownerSteamId: OWNER }
    const rejected = await gameFor(endpoint, { bansServerFailureMode: 1 }).join(player)
    expect(rejected).toMatchObject({ kind: 'rejected', by: 'failure-mode', asked: [{ status: 503 }] })
    expect(rejected.asked).toHaveLength(1)
    const letIn = await gameFor(endpoint).join(player)
    expect(letIn).toMatchObject({ kind: 'let-in', by: 'failure-mode', asked: [{ status: 503 }, { status: 404 }] })
  })
})

describe('2. no complete answer', () => {
  test.each(['silence', 'stall'] as const)('because of %s in time leaves it to the failure mode', async (answer) => {
    const { endpoint, requests } = await startEndpoint({ [PLAYER]: answer })
    for (const [mode, kind] of [
      [0, 'let-in'],
      [1, 'rejected'],
    ] as const) {
      requests.length = 0
      const { join, clock } = gameFor(endpoint, { bansServerFailureMode: mode })
      const outcome = join({ steamId: PLAYER })
      await until(() => requests.length === 1)
      await clock.advance(5_000)
      expect(await outcome).toEqual({
        kind,
        by: 'failure-mode',
        asked: [{ steamId: PLAYER, error: 'timeout', ms: 5_000 }],
        playerSees: null,
        console: [`Failed to check centralized bans of ${PLAYER}: timeout`],
      })
    }
  })

  test('because of a lost connection leaves it to the failure mode', async () => {
    expect(await bothModes('reset')).toEqual(FAILED)
  })
})

test('3. status 404 lets in, whatever its body', async () => {
  expect(await bothModes({ status: 404 })).toEqual(NOT_BANNED)
  expect(await bothModes({ status: 404, body: { steamId: PLAYER, reason: 'cheating' } })).toEqual(NOT_BANNED)
  expect(await bothModes({ status: 404, headers: { 'content-encoding': 'gzip' } })).toEqual(NOT_BANNED)
})

describe('4. status', () => {
  test.each([400, 401, 429, 503])('%i leaves it to the failure mode and is logged', async (status) => {
    // The body of a ban must not count.
    const answer = { status, body: { steamId: PLAYER, reason: 'cheating' } }
    expect(await bothModes(answer)).toEqual(FAILED)
    const { endpoint } = await startEndpoint({ [PLAYER]: answer })
    const outcome = await gameFor(endpoint).join({ steamId: PLAYER })
    expect(outcome.asked).toEqual([{ steamId: PLAYER, status, ms: 0 }])
    expect(outcome.console).toEqual([`Failed to check centralized bans of ${PLAYER}: status ${status}`])
  })
})

describe('5. a body', () => {
  test.each<[what: string, fields: Record<string, unknown>, playerSees: string]>([
    ['without an expiry', { expiryDate: undefined }, 'You are banned from this server (cheating)'],
    ['with expiry 0', { expiryDate: 0 }, 'You are banned from this server (cheating)'],
    [
      'with an expiry ahead',
      { expiryDate: NOW + 93_784 },
      'You are banned from this server for 1d 2h 3m 4s (cheating)',
    ],
    ['with null as reason', { reason: null }, 'You are banned from this server (no reason given)'],
    ['with unknown fields', { appeal: { at: [1, 2.5] }, 'a "1" b': 1e3 }, 'You are banned from this server (cheating)'],
  ])('%s bans', async (_, fields, playerSees) => {
    const { endpoint } = await startEndpoint({ [PLAYER]: ban(PLAYER, fields) })
    const outcome = await gameFor(endpoint).join({ steamId: PLAYER })
    expect(outcome).toEqual({
      kind: 'rejected',
      by: 'answer',
      asked: [{ steamId: PLAYER, status: 200, ms: 0 }],
      playerSees,
      console: [],
    })
  })

  test.each([1, NOW - 1, NOW])('with expiry %i in the past lets in', async (expiryDate) => {
    expect(await bothModes(ban(PLAYER, { expiryDate }))).toEqual(NOT_BANNED)
    // The expiry is looked at before the account.
    expect(await bothModes(ban(OWNER, { expiryDate }))).toEqual(NOT_BANNED)
  })

  test('with the id as a number is compared in all its digits', async () => {
    expect(await bothModes(text(`{"steamId": ${PLAYER}}`))).toEqual(BANNED)
    // Both are the same double.
    expect(Number(PLAYER)).toBe(Number('76561198000000000'))
    expect(await bothModes(text('{"steamId": 76561198000000000}'))).toEqual(FAILED)
  })

  test.each<[what: string, answer: Answer]>([
    ['about another account', ban(OWNER)],
    ['without an id', text('{"reason": "cheating"}')],
    ['that is empty', text('')],
    ['that is no object', text(`"${PLAYER}"`)],
    ['that is HTML', text('<html>maintenance</html>')],
    ['that is cut off', text(`{"steamId": "${PLAYER}"`)],
    ['with a fraction as expiry', ban(PLAYER, { expiryDate: NOW + 0.5 })],
    ['with a text as expiry', ban(PLAYER, { expiryDate: '2030-01-01' })],
    ['with an expiry over 64 bits', text(`{"steamId": "${PLAYER}", "expiryDate": 9223372036854775808}`)],
    ['of status 204', { status: 204 }],
  ])('%s leaves it to the failure mode', async (_, answer) => {
    expect(await bothModes(answer)).toEqual(FAILED)
  })

  test('in gzip is decoded', async () => {
    const body = gzipSync(JSON.stringify({ steamId: PLAYER }))
    expect(await bothModes({ status: 200, headers: { 'content-encoding': 'gzip' }, body })).toEqual(BANNED)
  })
})

test('6. nothing is asked after the join', async () => {
  const { endpoint, requests } = await startEndpoint({ [PLAYER]: { status: 503 } })
  const { join, clock } = gameFor(endpoint)
  await join({ steamId: PLAYER })
  expect(clock.pending()).toBe(0)
  expect(requests).toHaveLength(1)
})

describe('a redirect', () => {
  const toTarget = (status: number): ((path: string) => Answer) => {
    return (path) => (path.startsWith('/moved/') ? ban(PLAYER) : { status, headers: { location: `/moved/${PLAYER}` } })
  }

  test.each([301, 308])('with status %i is followed', async (status) => {
    const { endpoint, requests } = await startEndpoint(toTarget(status))
    const outcome = await gameFor(endpoint).join({ steamId: PLAYER })
    expect(outcome).toMatchObject({ kind: 'rejected', by: 'answer', asked: [{ status: 200 }] })
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  test('is followed 32 times at most', async () => {
    const next = (path: string) => Number(path.split('hop-')[1] ?? 0) + 1
    const { endpoint, requests } = await startEndpoint((path) => ({
      status: 302,
      headers: { location: `/hop-${next(path)}` },
    }))
    const outcome = await gameFor(endpoint).join({ steamId: PLAYER })
    expect(outcome).toMatchObject({ kind: 'let-in', by: 'failure-mode' })
    expect(requests).toHaveLength(33)
  })
})

test('an outcome never contains the token', async () => {
  const answers: Answer[] = [
    { status: 403, body: `bad ${TOKEN}` },
    { status: 302, headers: { location: `http://[${TOKEN}` } },
    { status: 302, headers: { location: `/${TOKEN}/bans/${PLAYER}` } },
    text(`<html>${TOKEN}</html>`),
    text(`{"steamId": "${TOKEN}"}`),
    'reset',
  ]
  for (const answer of answers) {
    const { endpoint } = await startEndpoint(() => answer)
    const outcome = await gameFor(endpoint).join({ steamId: PLAYER })
    expect(outcome).toMatchObject({ by: 'failure-mode', console: [expect.any(String)] })
    expect(JSON.stringify(outcome)).not.toContain(TOKEN)
  }
  const outcome = await gameFor(`http://[${TOKEN}/`).join({ steamId: PLAYER })
  expect(outcome.console).toHaveLength(1)
  expect(JSON.stringify(outcome)).not.toContain(TOKEN)
})
