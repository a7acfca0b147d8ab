import { describe, expect, test } from 'vitest'
import type { Check } from '../../../src/model/checklist.ts'
import { loadSettings } from '../../../src/app/settings/read-settings.ts'
import { createChecklist, type ChecklistFacts } from '../../../src/app/status/checklist.ts'
import type { StoredStatus } from '../../../src/app/status/read-stored-status.ts'
import { exampleStatus } from '../../support/example-status.ts'
import { NOW } from '../../support/fake-context.ts'

const HOUR = 3_600
const DAY = 86_400

const stored = (parts: Partial<StoredStatus> = {}): { stored: StoredStatus } => {
  const { sweeps, alerts } = exampleStatus
  if (!sweeps || !alerts) throw new Error('the example has no database')
  const nothing = { guilds: 0, channelProblems: [], gameServers: [], serversSilent: 0, listing: null }
  return { stored: { sweeps, alerts, ...nothing, backedUpAt: null, guildNames: {}, ...parts } }
}

const checkOf = (code: Check['code'], parts: Partial<ChecklistFacts>) =>
  createChecklist({
    now: NOW,
    startedAt: NOW - HOUR,
    settings: loadSettings({}),
    certificateEndsAt: undefined,
    readiness: { platform: 'reachable', discord: 'connected' },
    inviteUrl: null,
    ...stored(),
    fileServer: null,
    refusalsOf: (guildId) => ({ hasRules: !guildId.startsWith('ruleless'), hasBans: guildId.endsWith('with bans') }),
    sightings: { trustedAt: null, untrustedAt: null },
    ...parts,
  }).find((check) => check.code === code)

const OFF = { stored: null }
const UNREADABLE = { stored: undefined }
const withSettings = (environment: Record<string, string>) => ({ settings: loadSettings(environment) })
const PROXY = withSettings({ TRUST_PROXY: '10.0.0.1' })
const platform = (state: ChecklistFacts['readiness']['platform']) => ({
  readiness: { platform: state, discord: 'off' as const },
})
const discord = (state: ChecklistFacts['readiness']['discord']) => ({
  readiness: { platform: 'reachable' as const, discord: state },
})
const channel = (problem: 'not_set' | 'channel_gone') => ({ guildId: '1', guildName: null, problem })
const server = (lastAskedAt: number | null, guildId = '1') => ({
  name: 'a',
  guildId,
  guildName: 'Rust EU',
  lastAskedAt,
})
const servers = (...gameServers: ReturnType<typeof server>[]) => stored({ gameServers })
const ofFile = (lastAskedAt: number | null, hasRules = true, hasBans = false) => ({
  fileServer: { name: 'main', guildId: null, guildName: null, lastAskedAt, hasRules, hasBans },
})
const asking = server(NOW - HOUR)

describe.each<[Check['code'], [string, Partial<ChecklistFacts>, string][]]>([
  [
    'steam_key',
    [
      ['accepted', platform('reachable'), 'done'],
      ['not set', platform('not_configured'), 'missing'],
      ['refused', platform('key_refused'), 'warning'],
      ['not checked because Steam is down', platform('unreachable'), 'unknown'],
      ['not checked because Steam blocks this server', platform('blocked'), 'unknown'],
    ],
  ],
  [
    'discord_token',
    [
      ['connected', discord('connected'), 'done'],
      ['of a standby', discord('standby'), 'done'],
      ['connecting', discord('connecting'), 'warning'],
      ['refused', discord('refused'), 'warning'],
      ['not used', discord('off'), 'off'],
    ],
  ],
  [
    'invite',
    [
      ['without a listing yet', stored(), 'unknown'],
      ['in no server', stored({ listing: { guilds: 0, at: NOW } }), 'missing'],
      ['in a server', stored({ listing: { guilds: 1, at: NOW } }), 'done'],
      ['without a database', OFF, 'off'],
      ['with a database that cannot be read', UNREADABLE, 'unknown'],
    ],
  ],
  [
    'alert_channel',
    [
      ['without a list', stored(), 'off'],
      ['all usable', stored({ guilds: 2 }), 'done'],
      ['one not set', stored({ guilds: 2, channelProblems: [channel('not_set')] }), 'warning'],
      ['none set', stored({ guilds: 2, channelProblems: [channel('not_set'), channel('not_set')] }), 'missing'],
      ['the only one gone', stored({ guilds: 1, channelProblems: [channel('channel_gone')] }), 'warning'],
      ['a database that is off', OFF, 'off'],
      ['a database that cannot be read', UNREADABLE, 'unknown'],
    ],
  ],
  [
    'game_servers',
    [
      ['no token', {}, 'off'],
      ['all ask', servers(asking), 'done'],
      ['one never asked', servers(asking, server(null)), 'warning'],
      ['one is silent for a day', servers(asking, server(NOW - DAY - 1)), 'warning'],
      ['none ever asked', servers(server(null)), 'missing'],
      ['that of the file has asked', ofFile(NOW - 5), 'done'],
      ['that of the file has not asked since the start', ofFile(null), 'unknown'],
      ['the same, and another asks', { ...ofFile(null), ...servers(asking) }, 'unknown'],
      [
        'that of the file has not asked for two days of uptime, and another asks',
        { ...ofFile(null), ...servers(asking), startedAt: NOW - 2 * DAY },
        'warning',
      ],
      ['that of the file has no rules', ofFile(NOW - 5, false), 'warning'],
      ['that of the file has bans of its own and no rules', ofFile(NOW - 5, false, true), 'done'],
      ['one has no rules', servers(asking, server(NOW - HOUR, 'ruleless')), 'warning'],
      ['one has bans of its own and no rules', servers(server(NOW - HOUR, 'ruleless with bans')), 'done'],
      ['a database that cannot be read', UNREADABLE, 'unknown'],
      ['a database that is off, and no file', OFF, 'off'],
    ],
  ],
  [
    'proxy',
    [
      ['none', {}, 'off'],
      ['a trusted one that has passed nobody on', PROXY, 'unknown'],
      ['a trusted one', { ...PROXY, sightings: { trustedAt: NOW, untrustedAt: null } }, 'done'],
      ['one that is not trusted', { sightings: { trustedAt: null, untrustedAt: NOW } }, 'warning'],
      ['two, of which one is trusted', { ...PROXY, sightings: { trustedAt: NOW, untrustedAt: NOW } }, 'warning'],
    ],
  ],
  [
    'tls',
    [
      ['a certificate', { certificateEndsAt: NOW + 15 * DAY }, 'done'],
      ['a certificate that ends soon', { certificateEndsAt: NOW + 13 * DAY }, 'warning'],
      ['a certificate that has ended', { certificateEndsAt: NOW - 1 }, 'warning'],
      ['a proxy', PROXY, 'done'],
      ['neither', {}, 'off'],
    ],
  ],
  [
    'rate_limit',
    [
      ['enough for a scan', withSettings({ RATE_LIMIT_PER_MINUTE: '21' }), 'done'],
      ['too low for one', withSettings({ RATE_LIMIT_PER_MINUTE: '20' }), 'warning'],
      ['without a limit', withSettings({ RATE_LIMIT_PER_MINUTE: '0' }), 'off'],
    ],
  ],
  [
    'backup',
    [
      ['of today', stored({ backedUpAt: NOW - HOUR }), 'done'],
      ['of three days ago', stored({ backedUpAt: NOW - 3 * DAY }), 'warning'],
      ['that is not known', stored(), 'unknown'],
      ['of a database that cannot be read', UNREADABLE, 'unknown'],
      ['of a database that is off', OFF, 'off'],
    ],
  ],
  [
    'api_tokens',
    [
      ['needed', withSettings({ API_TOKENS: 'a-token-of-a-tool-0123456789' }), 'done'],
      ['not needed by others', PROXY, 'warning'],
      ['not needed, and others do not reach the server', {}, 'off'],
    ],
  ],
  ['admin_token', [['set', withSettings({ ADMIN_TOKEN: 'admin-token-0123456789' }), 'done']]],
])('%s', (code, rows) => {
  test.each(rows)('%s', (_, facts, state) => {
    expect(checkOf(code, facts)?.state).toBe(state)
  })
})

test('of servers without a usable channel 20 are listed, and all are counted', () => {
  const channelProblems = Array.from({ length: 30 }, (_, index) => ({
    ...channel('channel_gone'),
    guildId: `${index}`,
  }))
  const problems = channelProblems.slice(0, 20)
  const check = checkOf('alert_channel', stored({ guilds: 40, channelProblems }))
  expect(check).toMatchObject({ problems, problemCount: 30 })
})

test('game servers are listed with those first that asked longest ago, 50 at most', () => {
  const gameServers = Array.from({ length: 60 }, (_, index) => server(NOW - index))
  const check = checkOf('game_servers', servers(...gameServers, server(null)))
  expect(check).toMatchObject({ serverCount: 61 })
  const asked = check?.code === 'game_servers' ? check.servers.map(({ lastAskedAt }) => lastAskedAt) : []
  expect([asked.length, asked.slice(0, 2)]).toEqual([50, [null, NOW - 59]])
})
