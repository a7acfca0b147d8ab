import type { Status } from '../../src/model/status.ts'

const NOW = 1_750_082_400
const MIDNIGHT = NOW - (NOW % 86_400)

/** The status of a service with a bot whose set-up is not finished. */
export const exampleStatus: Status = {
  at: NOW,
  checklist: [
    { code: 'steam_key', state: 'done', platform: 'reachable' },
    { code: 'discord_token', state: 'done', isSet: true, connection: 'connected' },
    {
      code: 'invite',
      state: 'done',
      url: 'https://discord.com/oauth2/authorize?client_id=1000&scope=bot+applications.commands&permissions=101376',
      guilds: 3,
      listedAt: NOW - 1_200,
    },
    {
      code: 'alert_channel',
      state: 'warning',
      guilds: 3,
      problems: [{ guildId: '700000000000000001', problem: 'channel_gone' }],
      problemCount: 1,
    },
    {
      code: 'game_servers',
      state: 'warning',
      servers: [
        { name: 'Monthly', guildId: '700000000000000001', lastAskedAt: null, hasRules: true, hasBans: false },
        { name: 'EU Main', guildId: '700000000000000002', lastAskedAt: NOW - 20, hasRules: true, hasBans: false },
      ],
      serverCount: 2,
      withoutRules: 0,
      publicUrl: 'https://rapsheet.example',
    },
    { code: 'proxy', state: 'done', isTrusted: true, trustedAt: NOW - 1, untrustedAt: null },
    { code: 'tls', state: 'done', by: 'proxy', expiresAt: null },
    { code: 'rate_limit', state: 'done', perMinute: 600, neededPerMinute: 21 },
    { code: 'backup', state: 'warning', backedUpAt: NOW - 5 * 86_400 },
    { code: 'api_tokens', state: 'done' },
    { code: 'admin_token', state: 'done' },
  ],
  budget: {
    used: 42_000,
    limit: 100_000,
    state: 'plenty',
    resetsAt: MIDNIGHT + 86_400,
    points: Array.from({ length: 85 }, (_, slot) => ({ at: MIDNIGHT + slot * 600, used: slot * 500 })),
    forecast: { usedAtEnd: 72_000, spentAt: null },
  },
  circuits: { platform: 'reachable', down: ['stats'], blocked: ['community'] },
  queue: {
    api: { inFlight: 12, limit: 100, waiting: { lookup: 0, batch: 3, scan: 7, background: 1 } },
    community: { inFlight: 1, limit: 3, waiting: 2 },
    requests: 9,
    connections: 41,
    eventLoopDelayMs: 1.4,
    overload: null,
  },
  sweeps: {
    latest: {
      startedAt: NOW - 1_800,
      finishedAt: null,
      intervalSeconds: 3_600,
      accounts: 1_200,
      done: 650,
      calls: 7,
    },
    lastFinishedAt: NOW - 1_830,
    nextAt: NOW + 1_800,
    watched: 1_200,
    overdue: 4,
    unanswered: 1,
    oldestCheckedAt: NOW - 5_400,
  },
  alerts: {
    waiting: 2,
    parked: 5,
    oldestAt: NOW - 90,
    isHeld: false,
    refusals: { waiting: 1, parked: 0 },
    joins: { waiting: 2, parked: 0 },
  },
  replicas: { name: 'brown-otter', alive: 2, database: 'connected', notices: 'arriving', differing: ['API_TOKENS'] },
  errors: [
    {
      at: NOW - 30,
      level: 'warn',
      code: 'platform_unavailable',
      where: 'GET /api/lookup',
      requestId: '8d6f1a3e-6f0e-4a35-9a53-0a4f3c1f2b10',
    },
    { at: NOW - 400, level: 'error', code: 'full', where: 'sweep', requestId: null },
  ],
  process: {
    version: '0.1.0',
    node: '24.1.0',
    role: 'all',
    startedAt: NOW - 90_000,
    memoryBytes: 310_000_000,
    memoryLimitBytes: 1_073_741_824,
    stopping: false,
    store: { kind: 'postgres', state: 'open' },
    database: { kind: 'postgres', state: 'open' },
  },
}
