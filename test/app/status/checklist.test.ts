import { describe, expect, test } from 'vitest'
import type { Check } from '../../../src/model/checklist.ts'
import type { Readiness } from '../../../src/model/readiness.ts'
import { createChecklist, type ChecklistFacts } from '../../../src/app/status/checklist.ts'
import type { StoredStatus } from '../../../src/app/status/read-stored-status.ts'
import { exampleStatus } from '../../support/example-status.ts'
import { NOW } from '../../support/fake-context.ts'

const HOUR = 3_600
const DAY = 86_400

const stored = (parts: Partial<StoredStatus> = {}): StoredStatus => {
  const { sweeps, alerts } = exampleStatus
  if (!sweeps || !alerts) throw new Error('the example has no database')
  return {
    sweeps,
    alerts,
    guilds: 0,
    channelProblems: [],
    gameServers: [],
    serversSilent: 0,
    listing: null,
    backedUpAt: null,
    guildNames: {},
    ...parts,
  }
}

const facts = (parts: Partial<ChecklistFacts> = {}): ChecklistFacts => ({
  now: NOW,
  startedAt: NOW - HOUR,
  setUp: {
    role: 'all',
    hasDiscordToken: true,
    hasAdminToken: false,
    hasApiTokens: false,
    isOpenToAll: false,
    trustsProxy: false,
    certificateEndsAt: undefined,
    publicUrl: null,
    perMinute: 600,
    neededPerMinute: 21,
  },
  readiness: { platform: 'reachable', discord: 'connected' },
  inviteUrl: null,
  stored: stored(),
  fileServer: null,
  refusalsOf: (guildId) => ({ hasRules: !guildId.startsWith('ruleless'), hasBans: guildId.endsWith('with bans') }),
  sightings: { trustedAt: null, untrustedAt: null },
  ...parts,
})

const setUp = (parts: Partial<ChecklistFacts['setUp']>) => facts({ setUp: { ...facts().setUp, ...parts } })

const checkOf = (code: Check['code'], given: ChecklistFacts) =>
  createChecklist(given).find((check) => check.code === code)
const stateOf = (code: Check['code'], given: ChecklistFacts) => checkOf(code, given)?.state

test.each<[Readiness['platform'], string]>([
  ['reachable', 'done'],
  ['not_configured', 'missing'],
  ['key_refused', 'warning'],
  ['unreachable', 'unknown'],
  ['blocked', 'unknown'],
  ['unknown', 'unknown'],
])('the key with Steam %s is %s', (platform, state) => {
  expect(stateOf('steam_key', facts({ readiness: { platform, discord: 'off' } }))).toBe(state)
})

test.each<[Readiness['discord'], string]>([
  ['connected', 'done'],
  ['standby', 'done'],
  ['connecting', 'warning'],
  ['refused', 'warning'],
  ['off', 'off'],
])('the token of a bot that is %s is %s', (discord, state) => {
  expect(stateOf('discord_token', facts({ readiness: { platform: 'reachable', discord } }))).toBe(state)
})

test.each([
  ['without a listing yet', stored(), 'unknown'],
  ['in no server', stored({ listing: { guilds: 0, at: NOW } }), 'missing'],
  ['in a server', stored({ listing: { guilds: 1, at: NOW } }), 'done'],
  ['without a database', null, 'off'],
  ['with a database that cannot be read', undefined, 'unknown'],
])('the invitation of a bot %s', (_, given, state) => {
  expect(stateOf('invite', facts({ stored: given }))).toBe(state)
})

describe('alert channels', () => {
  const notSet = (guildId: string) => ({ guildId, guildName: null, problem: 'not_set' as const })
  const gone = (guildId: string) => ({ guildId, guildName: null, problem: 'channel_gone' as const })

  test.each([
    ['without a list', stored(), 'off'],
    ['all usable', stored({ guilds: 2 }), 'done'],
    ['one not set', stored({ guilds: 2, channelProblems: [notSet('1')] }), 'warning'],
    ['none set', stored({ guilds: 2, channelProblems: [notSet('1'), notSet('2')] }), 'missing'],
    ['one not set and one gone', stored({ guilds: 2, channelProblems: [notSet('1'), gone('2')] }), 'warning'],
    ['the only one gone', stored({ guilds: 1, channelProblems: [gone('1')] }), 'warning'],
    ['a database that is off', null, 'off'],
    ['a database that cannot be read', undefined, 'unknown'],
  ])('%s', (_, given, state) => {
    expect(stateOf('alert_channel', facts({ stored: given }))).toBe(state)
  })

  test('at most 20 servers are listed, and all are counted', () => {
    const channelProblems = Array.from({ length: 30 }, (_, index) => gone(String(index)))
    expect(checkOf('alert_channel', facts({ stored: stored({ guilds: 40, channelProblems }) }))).toMatchObject({
      problems: channelProblems.slice(0, 20),
      problemCount: 30,
    })
  })
})

describe('game servers', () => {
  const server = (name: string, lastAskedAt: number | null) => ({
    name,
    guildId: '1',
    guildName: 'Rust EU',
    lastAskedAt,
  })
  const fileServer = (lastAskedAt: number | null, hasRules = true, hasBans = false) => ({
    name: 'main',
    guildId: null,
    guildName: null,
    lastAskedAt,
    hasRules,
    hasBans,
  })
  const asking = server('a', NOW - HOUR)

  test.each([
    ['no token', facts(), 'off'],
    ['all ask', facts({ stored: stored({ gameServers: [asking] }) }), 'done'],
    ['one never asked', facts({ stored: stored({ gameServers: [asking, server('b', null)] }) }), 'warning'],
    [
      'one is silent for a day',
      facts({ stored: stored({ gameServers: [asking, server('b', NOW - DAY - 1)] }) }),
      'warning',
    ],
    ['none ever asked', facts({ stored: stored({ gameServers: [server('b', null)] }) }), 'missing'],
    ['that of the file has asked', facts({ fileServer: fileServer(NOW - 5) }), 'done'],
    ['that of the file has not asked since the start', facts({ fileServer: fileServer(null) }), 'unknown'],
    [
      'the same, and another asks',
      facts({ fileServer: fileServer(null), stored: stored({ gameServers: [asking] }) }),
      'unknown',
    ],
    [
      'that of the file has not asked for two days of uptime, and another asks',
      facts({ fileServer: fileServer(null), startedAt: NOW - 2 * DAY, stored: stored({ gameServers: [asking] }) }),
      'warning',
    ],
    [
      'that of the file has asked, and has a policy without rules',
      facts({ fileServer: fileServer(NOW - 5, false) }),
      'warning',
    ],
    [
      'that of the file has bans of its own and no rules',
      facts({ fileServer: fileServer(NOW - 5, false, true) }),
      'done',
    ],
    [
      'one has bans of its own and no rules',
      facts({ stored: stored({ gameServers: [{ ...asking, guildId: 'ruleless with bans' }] }) }),
      'done',
    ],
    [
      'that of the file has not asked since the start, and has a policy without rules',
      facts({ fileServer: fileServer(null, false) }),
      'warning',
    ],
    [
      'all ask, and one has a policy without rules',
      facts({ stored: stored({ gameServers: [asking, { ...asking, guildId: 'ruleless' }] }) }),
      'warning',
    ],
    ['a database that cannot be read', facts({ stored: undefined }), 'unknown'],
    ['a database that is off, and no file', facts({ stored: null }), 'off'],
  ])('%s', (_, given, state) => {
    expect(stateOf('game_servers', given)).toBe(state)
  })

  test('are listed with those first that asked longest ago, 50 at most', () => {
    const gameServers = Array.from({ length: 60 }, (_, index) => server(`server ${index}`, NOW - index))
    const check = checkOf(
      'game_servers',
      facts({ stored: stored({ gameServers: [...gameServers, server('never', null)] }) }),
    )
    expect(check).toMatchObject({ serverCount: 61 })
    const names = check?.code === 'game_servers' ? check.servers.map(({ name }) => name) : []
    expect([names.length, names.slice(0, 2)]).toEqual([50, ['never', 'server 59']])
  })
})

test.each([
  ['no proxy', false, { trustedAt: null, untrustedAt: null }, 'off'],
  ['a trusted proxy that has passed nobody on', true, { trustedAt: null, untrustedAt: null }, 'unknown'],
  ['a trusted proxy', true, { trustedAt: NOW, untrustedAt: null }, 'done'],
  ['a proxy that is not trusted', false, { trustedAt: null, untrustedAt: NOW }, 'warning'],
  ['two proxies, one of which is not trusted', true, { trustedAt: NOW, untrustedAt: NOW }, 'warning'],
])('%s', (_, trustsProxy, sightings, state) => {
  expect(stateOf('proxy', { ...setUp({ trustsProxy }), sightings })).toBe(state)
})

test.each([
  ['a token is needed', { hasApiTokens: true }, 'done'],
  ['others need no token', { isOpenToAll: true }, 'warning'],
  ['others do not reach the server', {}, 'off'],
])('lookups: %s', (_, parts, state) => {
  expect(stateOf('api_tokens', setUp(parts))).toBe(state)
})

test.each([
  ['a certificate', { certificateEndsAt: NOW + 15 * DAY }, { state: 'done', by: 'certificate' }],
  ['a certificate that ends soon', { certificateEndsAt: NOW + 13 * DAY }, { state: 'warning', by: 'certificate' }],
  ['a certificate that has ended', { certificateEndsAt: NOW - 1 }, { state: 'warning', expiresAt: NOW - 1 }],
  ['a proxy', { trustsProxy: true }, { state: 'done', by: 'proxy', expiresAt: null }],
  ['neither', {}, { state: 'off', by: null }],
])('TLS by %s', (_, parts, check) => {
  expect(checkOf('tls', setUp(parts))).toMatchObject(check)
})

test.each([
  ['of today', stored({ backedUpAt: NOW - HOUR }), 'done'],
  ['of three days ago', stored({ backedUpAt: NOW - 3 * DAY }), 'warning'],
  ['that is not known', stored(), 'unknown'],
  ['of a database that cannot be read', undefined, 'unknown'],
  ['of a database that is off', null, 'off'],
])('a backup %s', (_, given, state) => {
  expect(stateOf('backup', facts({ stored: given }))).toBe(state)
})
