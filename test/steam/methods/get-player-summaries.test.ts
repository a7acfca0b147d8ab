import { describe, expect, test } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import { getConfirmedSummaries, getSummaries, KNOWN_ACCOUNT } from '../../../src/steam/methods/get-player-summaries.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { answering, expectWrongShape } from '../../support/odd-platform.ts'
import { useWorld } from '../../../packages/sim-steam/test/simulated-steam.ts'

const { world, cast, steam } = await useWorld(200)

const ALICE = '76561197960287930'
const BOB = '76561197972494985'
const player = (steamid: string, rest: object = {}) => ({
  steamid,
  personaname: 'somebody',
  profileurl: `https://steamcommunity.com/profiles/${steamid}/`,
  avatar: 'https://avatars.steamstatic.com/a.jpg',
  avatarfull: 'https://avatars.steamstatic.com/a_full.jpg',
  loccountrycode: null,
  ...rest,
})

test('returns the shown fields of a public profile and nothing else', async () => {
  const { call } = connect(steam)
  const hash = world.account(cast.clean)?.profile?.avatarHash
  expect(await getSummaries(call, [cast.clean], anyCall())).toEqual({
    '76561198000070655': {
      value: {
        personaname: 'Honest Joe',
        profileurl: 'https://steamcommunity.com/id/honest_joe/',
        avatar: `https://avatars.steamstatic.com/${hash}.jpg`,
        avatarfull: `https://avatars.steamstatic.com/${hash}_full.jpg`,
        timecreated: 1_063_407_600,
        loccountrycode: 'SE',
        isPrivate: false,
        isConfigured: true,
      },
    },
  })
})

test.each([
  ['a time of creation of 0', { timecreated: 0 }, { timecreated: null }],
  ['an empty country', { loccountrycode: '' }, { loccountrycode: null }],
  ['a country that is not a code', { loccountrycode: '<b>' }, { loccountrycode: null }],
])('returns null for %s', async (_, sent, expected) => {
  const { call } = await answering({ response: { players: [player(ALICE, { timecreated: 5, ...sent })] } })
  expect((await getSummaries(call, [ALICE], anyCall()))[ALICE]).toMatchObject({ value: expected })
})

const stateOf = async (sent: object) => {
  const { call } = await answering({ response: { players: [player(ALICE, sent)] } })
  const found = (await getSummaries(call, [ALICE], anyCall()))[ALICE]
  return found && 'value' in found ? [found.value.isPrivate, found.value.isConfigured] : found
}

test.each([
  ['a public profile that was set up', { communityvisibilitystate: 3, profilestate: 1 }, [false, true]],
  ['a private profile that was set up', { communityvisibilitystate: 1, profilestate: 1 }, [true, true]],
  ['a visibility that only older answers have', { communityvisibilitystate: 2, profilestate: 1 }, [true, true]],
  ['a profile that was never set up', { communityvisibilitystate: 1 }, [true, false]],
  ['an answer without either', {}, [null, null]],
  ['an answer without the visibility', { profilestate: 1 }, [null, true]],
  ['another state of a profile', { communityvisibilitystate: 3, profilestate: 0 }, [false, null]],
  ['null for both', { communityvisibilitystate: null, profilestate: null }, [null, null]],
  ['null for the state of a profile', { communityvisibilitystate: 3, profilestate: null }, [false, null]],
  ['values that are no numbers', { communityvisibilitystate: '3', profilestate: true }, [null, null]],
])('reads whether a profile is private and whether it was set up: %s', async (_, sent, expected) => {
  expect(await stateOf(sent)).toEqual(expected)
})

test('tells a profile that was never set up from a private one', async () => {
  const answer = await getSummaries(connect(steam).call, [cast.inventoryUnset, cast.private], anyCall())
  expect(answer[cast.inventoryUnset]).toMatchObject({ value: { isPrivate: true, isConfigured: false } })
  expect(answer[cast.private]).toMatchObject({ value: { isPrivate: true, isConfigured: true } })
})

test('leaves out accounts that Steam does not know, and still returns the others', async () => {
  const answer = await getSummaries(connect(steam).call, [cast.gone, cast.raider, cast.deletedSummary], anyCall())
  expect(Object.keys(answer)).toEqual([cast.raider])
  expect(await getSummaries(connect(steam).call, [cast.gone], anyCall())).toEqual({})
})

describe('getConfirmedSummaries', () => {
  test('reports a missing account as absent when the answer contains the known account', async () => {
    const { call, requests } = await answering({ response: { players: [player(KNOWN_ACCOUNT), player(BOB)] } })
    const answer = await getConfirmedSummaries(call, [BOB, cast.deletedSummary], anyCall())
    expect(requests.map(({ url }) => new URL(url, 'http://steam').searchParams.get('steamids'))).toEqual([
      `${BOB},${cast.deletedSummary},${KNOWN_ACCOUNT}`,
    ])
    expect(answer[BOB]).toMatchObject({ value: { personaname: 'somebody' } })
    expect(answer[cast.deletedSummary]).toBeUndefined()
  })

  test.each([
    ['no accounts', []],
    ['other accounts only', [player(BOB)]],
  ])('reports missing accounts as errors when the answer contains %s', async (_, players) => {
    const { call } = await answering({ response: { players } })
    const answer = await getConfirmedSummaries(call, [BOB, cast.deletedSummary], anyCall())
    expect(answer[cast.deletedSummary]).toMatchObject({ error: { code: 'platform_unavailable' } })
    expect(Object.keys(answer).includes(BOB)).toBe(true)
  })
})

test("replaces links that do not lead to Steam's own hosts", async () => {
  const { call } = await answering({
    response: {
      players: [
        player(ALICE, {
          profileurl: 'javascript:alert(1)',
          avatar: 'https://evil.example/a.jpg',
          avatarfull: 'http://avatars.akamai.steamstatic.com/a_full.jpg',
        }),
      ],
    },
  })
  expect((await getSummaries(call, [ALICE], anyCall()))[ALICE]).toMatchObject({
    value: {
      profileurl: `https://steamcommunity.com/profiles/${ALICE}`,
      avatar: '',
      avatarfull: 'https://avatars.akamai.steamstatic.com/a_full.jpg',
    },
  })
})

describe('a list of summaries', () => {
  test.each([
    ['a record without a name', player(BOB, { personaname: undefined })],
    ['a name that is not text', player(BOB, { personaname: 5 })],
    ['a time that is not a number', player(BOB, { timecreated: 'long ago' })],
    ['no picture', player(BOB, { avatarfull: null })],
    ['a negative time', player(BOB, { timecreated: -1 })],
    ['a time that is a fraction', player(BOB, { timecreated: 0.5 })],
    ['an impossible time', player(BOB, { timecreated: 1e308 })],
  ])('with %s is an error for that account only', async (_, odd) => {
    const { call } = await answering({ response: { players: [odd, player(ALICE, { timecreated: 5 })] } })
    const answer = await getSummaries(call, [ALICE, BOB], anyCall())
    const { steamid, ...summary } = player(ALICE, { timecreated: 5 })
    expect(answer[steamid]).toEqual({ value: { ...summary, isPrivate: null, isConfigured: null } })
    expect(answer[BOB]).toEqual({ error: expect.any(RapsheetError) })
    expect(answer[BOB]).toMatchObject({ error: { code: 'platform_unavailable', upstreamStatus: undefined } })
  })

  test('is read without its null records', async () => {
    const { call } = await answering({ response: { players: [null, player(ALICE)] } })
    const answer = await getSummaries(call, [ALICE, BOB], anyCall())
    expect(Object.keys(answer)).toEqual([ALICE])
    expect(answer[ALICE]).toMatchObject({ value: { personaname: 'somebody', timecreated: null } })
  })

  test.each([
    ['a number', 7],
    ['text', 'x'],
    ['no id', { personaname: 'x' }],
    ['an id that is not text', { steamid: 5 }],
  ])('with %s reports accounts without a record as errors instead of absent', async (_, odd) => {
    const { call } = await answering({ response: { players: [odd, player(ALICE)] } })
    const answer = await getSummaries(call, [ALICE, BOB], anyCall())
    expect(answer[ALICE]).toMatchObject({ value: { personaname: 'somebody', timecreated: null } })
    expect(answer[BOB]).toEqual({ error: expect.any(RapsheetError) })
  })
})

test.each([
  ['no response', {}],
  ['a response without players', { response: {} }],
  ['players that are not an array', { response: { players: {} } }],
  ['players of null', { response: { players: null } }],
])('rejects an answer with %s, instead of reading it as an unknown account', (_, body) =>
  expectWrongShape(body, (call) => getSummaries(call, [ALICE], anyCall())),
)
