import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { STOP, type Client } from './client.ts'

/** A picture: what is done before it, and what it shows. */
export interface Shot {
  name: string
  take: (client: Client) => Promise<void>
  /** That the message is in #alerts. */
  inAlerts?: true
}

/** The pictures of one language; they follow each other in one world. */
export const SHOTS: readonly Shot[] = [
  { name: 'lookup', take: (client) => client.run('lookup', { account: 'raider' }) },
  { name: 'lookup-clean', take: (client) => client.run('lookup', { account: 'honest_joe' }) },
  { name: 'lookup-private', take: (client) => client.run('lookup', { account: CAST.private }) },
  { name: 'lookup-unknown', take: (client) => client.run('lookup', { account: CAST.deletedBans }) },
  {
    name: 'batch',
    take: (client) =>
      client.run('batch', {
        accounts: ['raider', 'honest_joe', CAST.gameBanned, CAST.private, CAST.tradeBanned, CAST.gone].join(', '),
      }),
  },
  {
    name: 'scan-running',
    async take(client) {
      await client.run('friends', { account: CAST.manyBanned }, { isFinal: false })
      await client.untilProgress()
    },
  },
  { name: 'scan', take: (client) => client.untilDone() },
  {
    name: 'scan-stopped',
    async take(client) {
      await client.run('friends', { account: CAST.popular }, { isFinal: false })
      await client.untilProgress()
      await client.press(STOP)
    },
  },
  { name: 'stats', take: (client) => client.run('stats', { account: CAST.veteran }) },
  { name: 'inventory', take: (client) => client.run('inventory', { account: CAST.hoarder }) },
  { name: 'compare', take: (client) => client.run('compare', { account: 'raider', other: 'honest_joe' }) },
  {
    name: 'watch-list',
    async take(client) {
      await client.run('watch channel', { channel: client.channelId('alerts'), role: client.roleId('Mods') })
      await client.run('watch add', { account: 'honest_joe', reason: 'Aim too good' })
      await client.run('watch add', { account: 'raider', reason: 'Back after a VAC ban', until: '30d' })
      await client.run('watch add', { account: CAST.private, reason: 'Hides everything' })
      await client.run('watch list', {})
    },
  },
  {
    name: 'alert',
    inAlerts: true,
    async take(client) {
      await client.changeWorld({ verb: 'ban', account: 'honest_joe', ban: 'game' })
      await client.untilAlert('⛔')
    },
  },
  { name: 'policy-edit', take: (client) => client.run('policy edit', {}, { isFinal: false }) },
  {
    name: 'policy',
    async take(client) {
      await client.chooseFirst()
      await client.press('🔎')
      await client.press('💾')
      await client.run('policy show', {})
    },
  },
  {
    name: 'policy-token',
    async take(client) {
      await client.run('policy token', { name: 'main' })
      await client.startGame()
    },
  },
  { name: 'policy-mode', take: (client) => client.run('policy mode', { mode: 'enforce' }) },
  {
    name: 'refusal-player',
    inAlerts: true,
    async take(client) {
      await client.press('✅')
      await client.join(CAST.bothBans)
      await client.untilAlert('🛡️')
    },
  },
  {
    name: 'bell',
    inAlerts: true,
    async take(client) {
      await client.join('honest_joe')
      await client.untilAlert('🔔')
    },
  },
  {
    name: 'banned',
    inAlerts: true,
    async take(client) {
      await client.untilAlert('🔔')
      await client.fillForm('🔨', ['Aimbot, seen twice', '30d', 'Ticket 7'])
    },
  },
  { name: 'ban-list', take: (client) => client.run('banlist list', {}) },
  { name: 'policy-test', take: (client) => client.run('policy test', { account: 'raider' }) },
  { name: 'history', take: (client) => client.run('history', { account: 'honest_joe' }) },
  { name: 'forget', take: (client) => client.run('forget', { account: 'honest_joe' }) },
  {
    name: 'check-message',
    take: (client) => client.checkMessage(`is ${CAST.gameBanned} the guy from yesterday? and ${CAST.raider}`),
  },
  {
    name: 'refusal-channel',
    take: (client) => client.run('watch channel', { channel: client.channelId('read-only') }),
  },
  { name: 'refusal-unknown', take: (client) => client.run('lookup', { account: 'nobody_by_that_name' }) },
  {
    name: 'lookup-partly',
    async take(client) {
      // The bans and profiles of a batch are cached, but no hours.
      await client.run('batch', { accounts: `${CAST.gameBanned} ${CAST.rookie}` })
      await client.changeWorld({ verb: 'steam', state: 'down' })
      await client.run('lookup', { account: CAST.gameBanned })
    },
  },
  { name: 'lookup-partly-clean', take: (client) => client.run('lookup', { account: CAST.rookie }) },
  {
    name: 'refusal-steam',
    async take(client) {
      await client.run('lookup', { account: CAST.veteran })
      await client.changeWorld({ verb: 'steam', state: 'up' })
    },
  },
]
