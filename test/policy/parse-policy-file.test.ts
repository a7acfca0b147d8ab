import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../src/model/language.ts'
import { hashToken } from '../../src/lib/token-hash.ts'
import { parsePolicyFile, PolicyFileError } from '../../src/policy/parse-policy-file.ts'

const TOKEN = 'a-token-of-my-own-0123456789'
const ID = '76561198000010431'
const OTHER_ID = '76561198000070655'

const parse = (content: object) => parsePolicyFile(JSON.stringify(content))

/** The mistakes that are listed for a file. */
function mistakesOf(content: object | string): string[] {
  try {
    parsePolicyFile(typeof content === 'string' ? content : JSON.stringify(content))
  } catch (error) {
    if (error instanceof PolicyFileError) return error.message.split('\n')
    throw error
  }
  return []
}

test('every field of a file is read', () => {
  const file = parse({
    name: 'main',
    token: TOKEN,
    mode: 'enforce',
    appeal: 'discord.gg/x',
    language: 'de',
    rules: { maxVacBans: 0, minRustHours: 100 },
    onUnknown: { minRustHours: 'allow' },
    actions: { minRustHours: 'notify', maxVacBans: 'refuse' },
    exceptions: [
      { steamId: ID, decision: 'allow', reason: 'known to us', until: '2027-01-01' },
      { steamId: OTHER_ID, decision: 'deny', reason: 'banned here' },
    ],
    bans: [{ steamId: ID, reason: ' aimbot ', until: '2027-01-01' }, { steamId: OTHER_ID }],
    bansFile: 'bans.cfg',
  })
  expect(file).toEqual({
    policy: {
      name: 'main',
      mode: 'enforce',
      appeal: 'discord.gg/x',
      language: 'de',
      rules: { maxVacBans: 0, minRustHours: 100 },
      onUnknown: { minRustHours: 'allow' },
      actions: { minRustHours: 'notify', maxVacBans: 'refuse' },
      exceptions: new Map([
        [ID, { steamId: ID, decision: 'allow', reason: 'known to us', until: Date.UTC(2027, 0, 2) / 1000 }],
        [OTHER_ID, { steamId: OTHER_ID, decision: 'deny', reason: 'banned here', until: null }],
      ]),
    },
    tokenHash: hashToken(TOKEN),
    token: TOKEN,
    bans: new Map([
      [ID, { reason: 'aimbot', until: Date.UTC(2027, 0, 2) / 1000 }],
      [OTHER_ID, { reason: '', until: null }],
    ]),
    bansFile: 'bans.cfg',
  })
})

test('the file in docs/moderators/policies.md can be used', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/moderators/policies.md'), 'utf8')
  const [, example = ''] = /^```json\n(.*?)^```/ms.exec(page) ?? []
  const { policy } = parsePolicyFile(example.replace('<openssl rand -hex 32>', TOKEN))
  expect(policy).toMatchObject({ name: 'main', mode: 'observe' })
  expect(() => parsePolicyFile(example)).toThrow('token')
})

test('a short file observes in English, without rules', () => {
  expect(parse({ name: 'main', token: TOKEN }).policy).toEqual({
    name: 'main',
    mode: 'observe',
    appeal: '',
    language: 'en',
    rules: {},
    onUnknown: {},
    actions: {},
    exceptions: new Map(),
  })
})

test('the SHA-256 stands for the token, in either case', () => {
  const hash = hashToken(TOKEN)
  expect(parse({ name: 'main', tokenSha256: hash.toUpperCase() })).toMatchObject({ tokenHash: hash, token: undefined })
})

test('a byte order mark is ignored', () => {
  expect(mistakesOf(`\uFEFF${JSON.stringify({ name: 'main', token: TOKEN })}`)).toEqual([])
})

test('all mistakes are named at once, each with its field and what it accepts', () => {
  expect(
    mistakesOf({
      name: '',
      token: 'short',
      mode: 'on',
      appeal: 'x'.repeat(61),
      language: 'xx',
      rules: { maxVacBans: -1, banForgottenAfterDays: 36_501, denyTradeBan: 'yes', minRustHours: 0, denyVac: true },
      onUnknown: { minRustHours: 'maybe' },
      actions: { minRustHours: 'deny', banForgottenAfterDays: 'notify' },
      exceptions: [{ steamId: 76_561, decision: 'ban', reason: '', until: '2027-02-30' }, 1],
      rule: {},
    }),
  ).toEqual([
    'name is ""; it accepts 1 to 64 characters on one line.',
    'token is not shown here; it accepts 20 to 200 letters, digits and -_.~.',
    'mode is "on"; it accepts observe or enforce.',
    `appeal is "${'x'.repeat(61)}"; it accepts up to 60 characters on one line.`,
    `language is "xx"; it accepts ${LANGUAGES.join(' or ')}.`,
    'rules.maxVacBans is -1; it accepts a whole number from 0 to 100000.',
    'rules.banForgottenAfterDays is 36501; it accepts a whole number of days from 1 to 36500.',
    'rules.denyTradeBan is "yes"; it accepts true or false.',
    'rules.minRustHours is 0; it accepts a number of hours above 0, up to 100000.',
    expect.stringMatching(/^rules\.denyVac is not a field of a policy; known are maxVacBans, .+, denyUnconfigured\.$/),
    'onUnknown.minRustHours is "maybe"; it accepts unknown, deny or allow.',
    'actions.minRustHours is "deny"; it accepts refuse or notify.',
    expect.stringMatching(/^actions\.banForgottenAfterDays is not a field of a policy; known are maxVacBans, /),
    'exceptions[0].steamId is 76561; it accepts the SteamID64 of a player, 17 digits in quotes.',
    'exceptions[0].decision is "ban"; it accepts allow or deny.',
    'exceptions[0].reason is ""; it accepts 1 to 200 characters on one line.',
    'exceptions[0].until is "2027-02-30"; it accepts a date such as "2027-01-01", at whose end (UTC) the exception ends, or null.',
    'exceptions[1] is 1; it accepts an object.',
    'rule is not a field of a policy; did you mean rules?',
  ])
})

describe('a mistake is named:', () => {
  const good = { name: 'main', token: TOKEN }
  const exception = { steamId: ID, decision: 'allow', reason: 'x' }
  test.each([
    [{ token: TOKEN }, /^name is missing; it accepts 1 to 64/],
    [{ name: 'main' }, /^token is missing; .* tokenSha256 may stand in its place\.$/],
    [{ ...good, tokenSha256: hashToken(TOKEN) }, /^token and tokenSha256 are both set; remove one of them\.$/],
    [{ ...good, tokenSha256: 'x' }, /^tokenSha256 is not shown here; it accepts the SHA-256/],
    [
      { ...good, rules: { MaxVacBans: 0 } },
      /^rules\.MaxVacBans is not a field of a policy; did you mean maxVacBans\?$/,
    ],
    [{ ...good, rules: [] }, /^rules is \[\]; it accepts an object\.$/],
    [{ ...good, exceptions: {} }, /^exceptions is \{\}; it accepts a list of up to 1000 objects\.$/],
    [
      { ...good, exceptions: [exception, exception] },
      /^exceptions\[1\]\.steamId is the account of exceptions\[0\] too; name each account once\.$/,
    ],
    [
      { ...good, exceptions: [{ ...exception, steamId: '10358279152136480' }] },
      /^exceptions\[0\]\.steamId is "10358279152136480"; it accepts the SteamID64 of a player/,
    ],
    [
      { ...good, rules: { banForgottenAfterDays: 30 } },
      /^“banForgottenAfterDays” relaxes the rules about VAC and game bans/,
    ],
    [[], /^The file is not shown here; it accepts a JSON object\.$/],
  ])('%j', (content, message) => {
    expect(mistakesOf(content)).toEqual([expect.stringMatching(message)])
  })
})

test.each([
  `{ "name": "main",\n "token": "${TOKEN}",, }`,
  `{ "token": "${TOKEN}" "name": 1 }`,
  `{ "token": ${TOKEN} }`,
  '',
  `"${TOKEN}"`,
  JSON.stringify({ name: 'main', token: `${TOKEN} ` }),
  JSON.stringify({ name: 'main', token: [TOKEN] }),
])('no mistake shows the token: %j', (text) => {
  const mistakes = mistakesOf(text)
  expect(mistakes).toHaveLength(1)
  expect(mistakes[0]).not.toContain(TOKEN)
})
