import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { isBanned } from '../../src/model/is-banned.ts'
import { RapsheetError } from '../../src/model/error.ts'
import { getPlayerBans } from '../../src/steam/methods/get-player-bans.ts'
import type { SteamCall } from '../../src/steam/upstream/request.ts'
import { classifyAnswer } from '../../src/steam/upstream/answer.ts'
import { anyCall } from '../support/callers.ts'

const ALICE = '76561197960287930'
const CLEAN = { CommunityBanned: false, VACBanned: false, NumberOfVACBans: 0, NumberOfGameBans: 0, DaysSinceLastBan: 0 }

/** Calls a platform that answers 200 with this body. */
const answering =
  (body: unknown): SteamCall =>
  async (request) => {
    const raw = { status: 200, isJson: true, server: '', retryAfter: undefined, text: JSON.stringify(body) }
    const { result } = classifyAnswer(raw, request)
    if (result instanceof RapsheetError) throw result
    return result
  }

/** What a field can be broken to; undefined removes it. */
const ODD = [undefined, null, true, false, 0, 1, 2, -1, 1.5, '1']

/** The record with each value of ODD in each field, alone and together with each one in each other field. */
function* brokenFrom(good: Record<string, unknown>) {
  const names = Object.keys(good)
  for (const first of names) {
    for (const value of ODD) {
      const broken = { ...good, [first]: value }
      yield broken
      for (const second of names.slice(names.indexOf(first) + 1)) {
        for (const other of ODD) yield { ...broken, [second]: other }
      }
    }
  }
}

test.each([
  ['clean', {}],
  ['VAC banned', { VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 412 }],
  ['VAC banned today', { VACBanned: true, NumberOfVACBans: 1 }],
  ['game banned', { NumberOfGameBans: 2, DaysSinceLastBan: 3 }],
  ['community banned', { CommunityBanned: true }],
])('a record that was %s and has one or two broken fields is clean only if every field says so', async (_, bans) => {
  for (const fields of brokenFrom({ ...CLEAN, ...bans })) {
    const body = { players: [{ ...fields, EconomyBan: 'none', SteamId: ALICE }] }
    const entry = (await getPlayerBans(answering(body), [ALICE], anyCall()))[ALICE]
    if (!entry || !('value' in entry)) continue
    // Old answers lack the count of game bans.
    const said = { ...fields, NumberOfGameBans: Reflect.get(fields, 'NumberOfGameBans') ?? 0 }
    expect([said, isBanned(entry.value)]).toEqual([said, !isDeepStrictEqual(said, CLEAN)])
    expect(entry.value).toEqual({ ...said, EconomyBan: 'none' })
  }
})
