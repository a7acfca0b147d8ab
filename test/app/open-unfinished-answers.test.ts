import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { createPostgresPool } from '../../src/lib/postgres-pool.ts'
import { createTextSeal } from '../../src/lib/sealed-text.ts'
import { TimeLimitError } from '../../src/lib/timeout.ts'
import { createErrorLog } from '../../src/app/error-log.ts'
import { openUnfinishedAnswers } from '../../src/app/open-unfinished-answers.ts'
import { createCommandContext, createErrors, findTexts } from '../../src/app/bot/discord.ts'
import { createBotApi } from '../../src/discord/bot-api.ts'
import { captureLog } from '../support/log.ts'
import { openWatchTest } from '../support/watch-tests.ts'
import { migratePostgres, postgresForTest } from '../support/postgres.ts'

/** A list of open answers whose statements fail with the error that is set, if any. */
async function answersForTest() {
  const { logger: log, lines } = captureLog()
  const url = await migratePostgres(await postgresForTest())
  const pool = createPostgresPool({ url, name: 'test', connections: 1, clock: systemClock })
  onTestFinished(() => pool.close())
  const state: { error?: Error } = {}
  const api = createBotApi({ token: 'token', apiUrl: 'http://127.0.0.1:1', clock: systemClock })
  const context = createCommandContext((await openWatchTest()).context, api)
  const answers = openUnfinishedAnswers({
    settings: {
      database: { url: 'postgres://rapsheet:hunter2@db.example/rapsheet' },
      discord: {
        token: undefined,
        apiUrl: 'http://127.0.0.1:1',
        userPerMinute: 0,
        guildPerMinute: 0,
        userInstall: undefined,
      },
      drainMs: 0,
    },
    run: (withinMs, task) => (state.error ? Promise.reject(state.error) : pool.run(withinMs, task)),
    token: 'token',
    holder: 'machine',
    context,
    texts: findTexts,
    errors: createErrors(context),
    clock: systemClock,
    log,
    reportError: createErrorLog(
      log,
      () => {},
      () => undefined,
    ),
    databaseProblem: () => undefined,
  })
  onTestFinished(() => answers.close())
  return { answers, state, lines, pool }
}

const away = () => new TimeLimitError('it did not answer within 2000 ms')
const OUTAGE = {
  level: 40,
  problem: 'unreachable',
  reason:
    'DATABASE_URL postgres://db.example:5432/rapsheet does not have the open answers of the bot: it did not answer within 2000 ms. Check that the server runs and that this machine reaches it.',
  msg: 'the list of open answers is not shared until the database answers: if this process is killed, its open answers stay as they are',
}

test('an outage of the database is one line of the log, and the next one another', async () => {
  const { answers, state, lines } = await answersForTest()
  for (const outages of [1, 2]) {
    state.error = away()
    for (let times = 0; times < 3; times += 1) await answers.endOfPredecessor(false)
    delete state.error
    await answers.endOfPredecessor(false)
    expect(lines).toHaveLength(outages)
  }
  expect(lines).toEqual([expect.objectContaining(OUTAGE), expect.objectContaining(OUTAGE)])
  expect(JSON.stringify(lines)).not.toMatch(/hunter2|stack/)
})

test('any other error is logged as a bug', async () => {
  const { answers, state, lines } = await answersForTest()
  state.error = new TypeError('x is not a function')
  await answers.endOfPredecessor(false)
  expect(lines).toMatchObject([{ level: 50, msg: 'an unexpected error, which is a bug; the work goes on' }])
})

test('open answers that were stored with another token of the bot are counted in one line', async () => {
  const { answers, lines, pool } = await answersForTest()
  const seal = createTextSeal('the token before', 'rapsheet: open answers')
  for (const id of ['1', '2', '3'])
    await pool.run(1_000, (client) =>
      client.query(`INSERT INTO rapsheet_replicas.open_answers VALUES ($1, 'killed', $2, now() + interval '1 min')`, [
        id,
        seal.seal(id, 'a token of Discord'),
      ]),
    )
  await answers.endOfPredecessor(false)
  expect(lines).toMatchObject([
    { level: 40, count: 3, msg: expect.stringMatching(/^open answers .* were stored with another DISCORD_TOKEN/) },
  ])
})
