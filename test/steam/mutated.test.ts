import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { isBanned } from '../../src/model/is-banned.ts'
import { RapsheetError } from '../../src/model/error.ts'
import { classifyAnswer } from '../../src/steam/upstream/answer.ts'
import { getPlayerBans } from '../../src/steam/methods/get-player-bans.ts'
import { getFriendList } from '../../src/steam/methods/get-friend-list.ts'
import { getRustHours } from '../../src/steam/methods/get-rust-hours.ts'
import type { SteamCall } from '../../src/steam/upstream/request.ts'
import { anyCall } from '../support/callers.ts'
import { numRuns } from '../support/num-runs.ts'

const ALICE = '76561197960287930'

/** Calls a platform that answers 200 with this body. */
const answering =
  (body: unknown): SteamCall =>
  async (request) => {
    const raw = { status: 200, isJson: true, server: '', retryAfter: undefined, text: JSON.stringify(body) }
    const { result } = classifyAnswer(raw, request)
    if (result instanceof RapsheetError) throw result
    return result
  }

/** The value; undefined for a RapsheetError. Other errors are thrown. */
async function valueOrFailure<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof RapsheetError) return undefined
    throw error
  }
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(-1, 0, 1, 2, 1.5, 1e308, -0.5, 100_001, true, false, null, '', '0', '1', [], {}),
  fc.jsonValue(),
)

/** An object with some fields replaced, removed or added. */
const mutated = (good: Record<string, unknown>) =>
  fc
    .dictionary(fc.constantFrom(...Object.keys(good), 'players', 'extra'), fc.option(odd, { nil: undefined }), {
      maxKeys: 3,
    })
    .map((changes) => ({ ...good, ...changes }))

const record = { CommunityBanned: false, VACBanned: false, NumberOfVACBans: 0, NumberOfGameBans: 0, EconomyBan: 'none' }

describe('a ban record with broken fields', () => {
  test.each([
    ['clean', { ...record, DaysSinceLastBan: 0 }],
    ['VAC banned', { ...record, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 412 }],
    ['VAC banned today', { ...record, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 0 }],
    ['game banned', { ...record, NumberOfGameBans: 2, DaysSinceLastBan: 3 }],
    ['community banned', { ...record, CommunityBanned: true, DaysSinceLastBan: 0 }],
  ])('that was %s is clean only if every field says so, and banned only if one does', async (_, good) => {
    await fc.assert(
      fc.asyncProperty(mutated(good), async (fields) => {
        const raw = { ...fields, SteamId: ALICE }
        const answer = await valueOrFailure(getPlayerBans(answering({ players: [raw] }), [ALICE], anyCall()))
        const entry = answer?.[ALICE]
        if (!entry || !('value' in entry)) return
        const { VACBanned, NumberOfVACBans, NumberOfGameBans = 0, DaysSinceLastBan, CommunityBanned } = fields
        const saysClean = isDeepStrictEqual(
          [VACBanned, NumberOfVACBans, NumberOfGameBans, DaysSinceLastBan, CommunityBanned],
          [false, 0, 0, 0, false],
        )
        expect(isBanned(entry.value)).toBe(!saysClean)
        // All fields have exactly the values that Steam sent.
        expect(entry.value).toEqual({ ...entry.value, VACBanned, NumberOfVACBans, DaysSinceLastBan, CommunityBanned })
      }),
      { numRuns: numRuns(500) },
    )
  })
})

describe('owned games with broken fields', () => {
  const game = { appid: 252490, playtime_forever: 600, playtime_2weeks: 60, rtime_last_played: 1_700_000_000 }
  const body = fc.oneof(
    mutated({ game_count: 1, games: [game] }).map((response) => ({ response })),
    mutated(game).map((one) => ({ response: { game_count: 1, games: [one] } })),
    odd.map((response) => ({ response })),
    mutated({ response: {} }),
  )

  test('are hidden only with an empty response or hidden playtime, and hours are never negative', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (raw) => {
        const hours = await valueOrFailure(getRustHours(answering(raw), ALICE, anyCall()))
        if (hours === undefined) return
        if (hours === null) {
          const sent = JSON.stringify(raw)
          expect(sent === '{"response":{}}' || sent.includes('"playtime_forever":0')).toBe(true)
        } else {
          expect(hours.total).toBeGreaterThanOrEqual(0)
          expect(hours.twoWeeks).toBeGreaterThanOrEqual(0)
          expect(Number.isFinite(hours.total + hours.twoWeeks)).toBe(true)
        }
      }),
      { numRuns: numRuns(1_000) },
    )
  })
})

test('a friend list with a 200 is never private, and its dates are whole seconds', async () => {
  const body = fc.oneof(
    mutated({ steamid: ALICE, relationship: 'friend', friend_since: 1_397_319_937 }).map((one) => ({
      friendslist: { friends: [one] },
    })),
    odd.map((friendslist) => ({ friendslist })),
    odd,
  )
  await fc.assert(
    fc.asyncProperty(body, async (raw) => {
      const list = await valueOrFailure(getFriendList(answering(raw), ALICE, anyCall()))
      if (list === undefined) return
      expect(list).not.toBeNull()
      for (const { since } of list?.newest ?? []) expect(Number.isSafeInteger(since) && since >= 0).toBe(true)
    }),
    { numRuns: numRuns(1_000) },
  )
})
