import { Routes } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { PUBLISHED_IDS } from '../../src/app/database.ts'
import { restoreDatabase } from '../../src/database/restore.ts'
import { toCustomId } from '../../src/discord/custom-id.ts'
import { button, createView, row } from '../../src/discord/view.ts'
import { toMessageRequest } from '../../src/outbox/discord/message-request.ts'
import { endRestore } from '../../src/outbox/restored.ts'
import { refusalMessages } from '../../src/policy/discord/refusals/refusal-messages.ts'
import { alertMessages } from '../../src/watch/discord/alerts/alert-messages.ts'
import { databasePath } from '../support/database.ts'
import { openDeliveryTest, START_MS } from '../support/delivery-test.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { oldPostgres, oldSqlite } from '../support/old-databases.ts'
import { alertCounts } from '../support/outbox.ts'
import { postgresForTest } from '../support/postgres.ts'
import { nth } from '../support/watch-tests.ts'

const DAY = 86_400
const AT = START_MS / 1000
const HOUR_AGO = AT - 3_600
/** Versions of the schema with a table for each kind of messages; the reports of refusals came with the second one. */
const VERSIONS = [1, 2, 3, 4]
const WITH_REFUSALS = 2

/** The states in which a message, or what it is about, can be when the process is stopped. */
const STATES = [
  'due',
  'sent, not known',
  'attempted',
  'unplanned',
  'parked',
  'parked in doubt',
  'told',
  'too old',
] as const
type State = (typeof STATES)[number]

const alertOn = (state: State) => nth(STATES.indexOf(state))
const refusalOf = (state: State) => nth(100 + STATES.indexOf(state))
const nonceOf = (steamId: string) => `nonce-${steamId}`

/** The columns of a message: its id, how it was attempted, and when that is tried again. */
const MESSAGES: [state: State, attempts: number, startedAt: number | null, uncertainSince: number | null][] = [
  ['due', 0, null, null],
  ['sent, not known', 1, null, HOUR_AGO],
  ['attempted', 1, HOUR_AGO, null],
]
const sql = (values: readonly (string | number | null)[]) =>
  `(${values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ')})`

/** What a process of an earlier version has left to be sent. */
function leftByOldVersion(version: number, guild: { id: string; channelId: string }): string {
  const changes = '[{"kind":"vac","from":0,"to":1,"isLifted":false,"when":{"after":1777431400,"before":1777604200}}]'
  const reasons = '[{"code":"maxVacBans","value":1,"limit":0}]'
  const day = AT - (AT % DAY)
  const statements = [
    `INSERT INTO guilds VALUES ${sql([guild.id, guild.channelId, null, 'en-US', null, null, null, AT])}`,
  ]
  const messageIdOf = new Map<State, number>()
  for (const [index, [state, attempts, startedAt, uncertainSince]] of MESSAGES.entries()) {
    const id = 500 + index
    messageIdOf.set(state, id)
    const attempted = [HOUR_AGO, attempts, startedAt, uncertainSince, HOUR_AGO]
    const common = (steamId: string) => [nonceOf(steamId), ...attempted]
    statements.push(
      `INSERT INTO deliveries VALUES ${sql([id, guild.id, guild.channelId, 0, null, ...common(alertOn(state))])}`,
    )
    if (version >= WITH_REFUSALS)
      statements.push(
        `INSERT INTO refusal_notices VALUES ${sql([id, guild.id, guild.channelId, 0, ...common(refusalOf(state))])}`,
      )
  }
  for (const [index, state] of STATES.filter((each) => !['told', 'too old'].includes(each)).entries()) {
    const [steamId, observationId] = [alertOn(state), 600 + index]
    const mark = state === 'parked' ? 'parked' : state === 'parked in doubt' ? 'uncertain' : null
    const observed = [observationId, steamId, HOUR_AGO, null, '{}', null, null, changes]
    const held = [messageIdOf.get(state) ?? null, mark === null ? 0 : 1, mark]
    const alert = [700 + index, guild.id, steamId, observationId, ...held, HOUR_AGO, changes, '2', HOUR_AGO, 'aimbot']
    statements.push(
      `INSERT INTO accounts (steam_id) VALUES ('${steamId}')`,
      `INSERT INTO observations VALUES ${sql(observed)}`,
      `INSERT INTO alerts VALUES ${sql(alert)}`,
    )
  }
  if (version < WITH_REFUSALS) return statements.join(';\n')
  const terms = '{"mode":"enforce","rules":{"maxVacBans":0},"onUnknown":{},"appeal":""}'
  statements.push(
    `INSERT INTO policies VALUES ${sql([guild.id, 'main', 1, terms, 'each', 0, 1, '2'])}`,
    `INSERT INTO policy_versions VALUES ${sql([guild.id, 1, 1, '2', terms])}`,
  )
  for (const [index, state] of STATES.filter((each) => !each.startsWith('parked')).entries()) {
    const lastAt = state === 'too old' ? AT - 2 * DAY - 1 : HOUR_AGO
    const told = state === 'told' ? HOUR_AGO : null
    const counted = [day, lastAt, lastAt, 1, 'enforce', 1, reasons, messageIdOf.get(state) ?? null, told]
    statements.push(`INSERT INTO refusals VALUES ${sql([800 + index, guild.id, refusalOf(state), ...counted])}`)
  }
  return statements.join(';\n')
}

/** The service of this version on the database that `prepare` makes of that of an earlier one. */
async function openUpgraded(version: number, prepare: (path: string) => Promise<string>) {
  const opened = await openDeliveryTest(alertMessages, {
    prepare: async (guild) => prepare(await oldSqlite(version, leftByOldVersion(version, guild))),
  })
  const { createApi, clock, database, discord, guild, startFor, advance } = opened
  const api = createApi()
  return {
    ...opened,
    /** Posts what the process of the earlier version has sent before it was stopped. */
    async postSent() {
      for (const steamId of [alertOn('sent, not known'), refusalOf('sent, not known')].slice(
        0,
        version < WITH_REFUSALS ? 1 : 2,
      )) {
        const nonce = nonceOf(steamId)
        const view = createView('neutral', [steamId], [row([button('🔎', 'x', toCustomId('unwatch', steamId, nonce))])])
        await api.turn(AbortSignal.timeout(5_000))
        const request = { ...toMessageRequest({ nonce, roleId: null }, view), signal: AbortSignal.timeout(5_000) }
        await api.post(Routes.channelMessages(guild.channelId), request)
      }
    },
    /** Sends all that is due of both kinds. */
    async deliverAll() {
      for (let round = 0; round < 5; round++) {
        // One client would wait in real time for the limit of five messages in five seconds.
        for (const { deliverDue } of [startFor(alertMessages), startFor(refusalMessages)])
          await deliverDue(new AbortController().signal)
        await advance(6)
      }
    },
    /** The accounts of each message in the channel, sorted. */
    posted: () =>
      discord
        .channel(guild.channelId)
        .map((message) => [...new Set(message.text().match(/\b7656\d{13}\b/g))])
        .toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    texts: () => discord.channel(guild.channelId).map((message) => message.text()),
    useChannel: () =>
      database.transaction(async ({ guilds, outbox }) => {
        await guilds.setAlertChannel(guild.id, { channelId: guild.channelId, roleId: null })
        await outbox.unpark(guild.id)
      }),
    waiting: () => database.read((repositories) => alertCounts(repositories, guild.id)),
    refusals: () => database.read(({ outbox }) => outbox.counts('refusal', clock.unixSeconds(), guild.id)),
  }
}

const TO_SEND: State[] = ['due', 'sent, not known', 'attempted', 'unplanned']
const PARKED: State[] = ['parked', 'parked in doubt']
const refusalsToSend = (version: number) => (version < WITH_REFUSALS ? [] : TO_SEND.map((state) => [refusalOf(state)]))

describe.each(VERSIONS.flatMap((version) => [[version, 'SQLite'] as const, [version, 'Postgres'] as const]))(
  'a database with schema version %i on %s',
  (version, engine) => {
    const inPlace = async (path: string) => (engine === 'SQLite' ? `sqlite://${path}` : oldPostgres(version, path))

    const restored = async (backup: string) => {
      const url = engine === 'SQLite' ? `sqlite://${databasePath()}` : await postgresForTest()
      await restoreDatabase(url, backup, { clock: createFakeClock(), publishedIds: PUBLISHED_IDS })
      return url
    }

    test('loses no message, and sends none twice', async () => {
      const { postSent, deliverAll, posted, texts, useChannel, waiting, refusals } = await openUpgraded(
        version,
        inPlace,
      )
      await postSent()
      await deliverAll()
      expect(posted()).toEqual([...TO_SEND.map((state) => [alertOn(state)]), ...refusalsToSend(version)])
      expect(texts().filter((text) => text.includes('Possibly repeated'))).toHaveLength(version < WITH_REFUSALS ? 1 : 2)
      expect([await waiting(), await refusals()]).toEqual([
        { waiting: 0, parked: 2 },
        { waiting: 0, parked: 0 },
      ])
      await useChannel()
      await deliverAll()
      expect(posted()).toContainEqual(PARKED.map(alertOn))
      expect(texts().at(-1)).toContain('Some of these may have been posted before')
      expect(posted()).toHaveLength(5 + refusalsToSend(version).length)
      expect(await waiting()).toEqual({ waiting: 0, parked: 0 })
    })

    test('that was restored from a backup holds all back, and then sends each once', async () => {
      const { database, deliverAll, posted, texts, useChannel, waiting } = await openUpgraded(version, restored)
      await deliverAll()
      expect(posted()).toEqual([])
      await database.transaction(endRestore)
      await deliverAll()
      expect(posted()).toEqual([TO_SEND.map(alertOn), ...refusalsToSend(version)])
      expect(texts().join('\n')).toContain('Perhaps posted before: the database was restored from a backup.')
      expect(await waiting()).toEqual({ waiting: 0, parked: 2 })
      await useChannel()
      await deliverAll()
      expect(posted()).toHaveLength(2 + refusalsToSend(version).length)
      expect(posted()).toContainEqual(PARKED.map(alertOn))
    })
  },
)
