import { describe, expect, test } from 'vitest'
import { createWorld } from '../../../sim/steam/world.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { KNOWN_ACCOUNT } from '../../../src/steam/methods/known-account.ts'
import { getSummaries, getConfirmedSummaries } from '../../../src/steam/methods/get-player-summaries.ts'
import { anybody } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { failureOf } from '../../support/failure.ts'
import { answering } from '../../support/odd-platform.ts'
import { useSteam } from '../../support/simulated-steam.ts'

const world = createWorld({ accounts: 200 })
const { cast } = world
const steam = await useSteam(world)

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

test('a public profile is answered with what is shown of it and nothing else', async () => {
  const { call } = connect(steam)
  const hash = world.account(cast.clean)?.profile?.avatarHash
  expect(await getSummaries(call, [cast.clean], anybody())).toEqual({
    '76561198000070655': {
      value: {
        personaname: 'Honest Joe',
        profileurl: 'https://steamcommunity.com/id/honest_joe/',
        avatar: `https://avatars.steamstatic.com/${hash}.jpg`,
        avatarfull: `https://avatars.steamstatic.com/${hash}_full.jpg`,
        timecreated: 1_063_407_600,
        loccountrycode: 'SE',
      },
    },
  })
})

test.each([
  ['a time of creation of 0', { timecreated: 0 }, { timecreated: null }],
  ['an empty country', { loccountrycode: '' }, { loccountrycode: null }],
  ['a country that is no code', { loccountrycode: '<b>' }, { loccountrycode: null }],
])('%s is not shown', async (_, sent, expected) => {
  const { call } = await answering({ response: { players: [player(ALICE, { timecreated: 5, ...sent })] } })
  expect((await getSummaries(call, [ALICE], anybody()))[ALICE]).toMatchObject({ value: expected })
})

test('a private profile has no time of creation', async () => {
  const answer = await getSummaries(connect(steam).call, [cast.private], anybody())
  expect(answer[cast.private]).toMatchObject({ value: { personaname: 'nobody you know', timecreated: null } })
})

test.each(['hostileMarkdown', 'hostileRtl', 'hostileZalgo', 'hostileEmoji'] as const)(
  'the name of %s comes through unchanged',
  async (who) => {
    const answer = await getSummaries(connect(steam).call, [cast[who]], anybody())
    const personaname = world.account(cast[who])?.profile?.name
    expect(personaname).toMatch(/./)
    expect(answer[cast[who]]).toMatchObject({ value: { personaname } })
  },
)

test('accounts Steam does not know are left out, and cost the others nothing', async () => {
  const answer = await getSummaries(connect(steam).call, [cast.gone, cast.raider, cast.deletedSummary], anybody())
  expect(Object.keys(answer)).toEqual([cast.raider])
  expect(await getSummaries(connect(steam).call, [cast.gone], anybody())).toEqual({})
})

test('a hundred accounts are one call, and everybody gets their own whatever the order', async () => {
  const asked = world.ids.slice(0, 100)
  const known = asked.filter((id) => world.account(id)?.profile)
  steam.dial.set('summaries', { next: ['reordered'] })
  const answer = await getSummaries(connect(steam).call, asked, anybody())
  expect(steam.calls.count('summaries')).toBe(1)
  expect(known.length).toBeGreaterThan(90)
  expect(Object.keys(answer).toSorted()).toEqual(known.toSorted())
  for (const id of known) {
    expect(answer[id]).toMatchObject({ value: { personaname: world.account(id)?.profile?.name } })
  }
})

test.each(['wrong-ids', 'duplicated-ids'] as const)('records with %s are a failure, not somebody', async (fault) => {
  steam.dial.set('summaries', { next: [fault] })
  const error = await failureOf(getSummaries(connect(steam).call, [cast.clean, cast.raider], anybody()))
  expect([error.code, error.upstreamStatus]).toEqual(['platform_unavailable', undefined])
})

describe('summaries with a known account asked for along', () => {
  test('an account left out is proven absent when the known one is there', async () => {
    const { call, requests } = await answering({ response: { players: [player(KNOWN_ACCOUNT), player(BOB)] } })
    const answer = await getConfirmedSummaries(call, [BOB, cast.deletedSummary], anybody())
    expect(requests.map(({ url }) => new URL(url, 'http://steam').searchParams.get('steamids'))).toEqual([
      `${BOB},${cast.deletedSummary},${KNOWN_ACCOUNT}`,
    ])
    expect(answer[BOB]).toMatchObject({ value: { personaname: 'somebody' } })
    expect(answer[cast.deletedSummary]).toBeUndefined()
  })

  test.each([
    ['nobody', []],
    ['others alone', [player(BOB)]],
  ])('an answer with %s proves nothing about those it leaves out', async (_, players) => {
    const { call } = await answering({ response: { players } })
    const answer = await getConfirmedSummaries(call, [BOB, cast.deletedSummary], anybody())
    expect(answer[cast.deletedSummary]).toMatchObject({ error: { code: 'platform_unavailable' } })
    expect(Object.keys(answer).includes(BOB)).toBe(true)
  })
})

test('the ids are asked for in one parameter', async () => {
  const { call, requests } = await answering({ response: { players: [] } })
  await getSummaries(call, [ALICE, BOB], anybody())
  expect(requests.map(({ url }) => url)).toEqual([
    '/ISteamUser/GetPlayerSummaries/v2/?steamids=76561197960287930%2C76561197972494985',
  ])
})

test("links that do not lead to Steam's own hosts are not passed on", async () => {
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
  expect((await getSummaries(call, [ALICE], anybody()))[ALICE]).toMatchObject({
    value: {
      profileurl: `https://steamcommunity.com/profiles/${ALICE}`,
      avatar: '',
      avatarfull: 'https://avatars.akamai.steamstatic.com/a_full.jpg',
    },
  })
})

describe('a list with odd records in it', () => {
  test.each([
    ['a record without a name', player(BOB, { personaname: undefined })],
    ['a name that is no text', player(BOB, { personaname: 5 })],
    ['a time that is no number', player(BOB, { timecreated: 'long ago' })],
    ['no picture', player(BOB, { avatarfull: null })],
    ['a negative time', player(BOB, { timecreated: -1 })],
    ['a time that is a fraction', player(BOB, { timecreated: 0.5 })],
    ['a time beyond all time', player(BOB, { timecreated: 1e308 })],
  ])('with %s fails for that account alone', async (_, odd) => {
    const { call } = await answering({ response: { players: [odd, player(ALICE, { timecreated: 5 })] } })
    const answer = await getSummaries(call, [ALICE, BOB], anybody())
    const { steamid, ...summary } = player(ALICE, { timecreated: 5 })
    expect(answer[steamid]).toEqual({ value: summary })
    expect(answer[BOB]).toEqual({ error: expect.any(RapsheetError) })
    expect(answer[BOB]).toMatchObject({ error: { code: 'platform_unavailable', upstreamStatus: undefined } })
  })

  test('with null is read without it', async () => {
    const { call } = await answering({ response: { players: [null, player(ALICE)] } })
    const answer = await getSummaries(call, [ALICE, BOB], anybody())
    expect(Object.keys(answer)).toEqual([ALICE])
    expect(answer[ALICE]).toMatchObject({ value: { personaname: 'somebody', timecreated: null } })
  })

  test.each([
    ['a number', 7],
    ['text', 'x'],
    ['no id', { personaname: 'x' }],
    ['an id that is no text', { steamid: 5 }],
  ])('with %s leaves those without a record in doubt, not absent', async (_, odd) => {
    const { call } = await answering({ response: { players: [odd, player(ALICE)] } })
    const answer = await getSummaries(call, [ALICE, BOB], anybody())
    expect(answer[ALICE]).toMatchObject({ value: { personaname: 'somebody', timecreated: null } })
    expect(answer[BOB]).toEqual({ error: expect.any(RapsheetError) })
  })
})

test.each([
  ['no response', {}],
  ['a response without players', { response: {} }],
  ['players that are no list', { response: { players: {} } }],
  ['players of null', { response: { players: null } }],
])('an answer with %s is a failure, not an unknown account', async (_, body) => {
  const { call, records } = await answering(body)
  const error = await failureOf(getSummaries(call, [ALICE], anybody()))
  expect([error.code, error.upstreamStatus]).toEqual(['platform_unavailable', undefined])
  expect(records.map(({ outcome }) => outcome)).toEqual(['wrong_shape'])
})
