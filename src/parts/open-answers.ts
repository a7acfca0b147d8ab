import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import { createAnswerEnder } from '../discord/end-open-answer.ts'
import { formatOpenAnswer, parseOpenAnswer, type OpenAnswers } from '../discord/open-answers.ts'
import { withoutRequest } from '../discord/discord-errors.ts'
import type { Clock } from '../lib/clock.ts'
import { createPostgresPool } from '../lib/postgres-pool.ts'
import { createTextSeal } from '../lib/sealed-text.ts'
import { createTables } from '../replicas/create-tables.ts'
import { createSealedNotes, type TakenNote } from '../replicas/sealed-notes.ts'
import { createErrorLog } from './error-log.ts'

/** Discord accepts edits for so long. */
const TOKEN_SECONDS = 15 * 60
/** Answers that are ended at once. */
const AT_ONCE = 8
const CREATE_WITHIN_MS = 35_000
/** A process that stops in an orderly way has ended its answers by then; see `STOP_WITHIN_MS`. */
const STOPPED_AFTER_MS = 15_000

interface OpenAnswersOptions {
  settings: Pick<Settings, 'isShared' | 'database' | 'discord' | 'drainMs'>
  token: string
  /** The name of this process. */
  holder: string
  clock: Clock
  log: Logger
}

/** Opens the shared list of the answers that are not complete. */
export async function openAnswers({ settings, token, holder, clock, log }: OpenAnswersOptions) {
  const reportError = createErrorLog(log)
  const pool = createPostgresPool({ url: settings.database.url, name: 'rapsheet answers', connections: 1, clock })
  try {
    await pool.run(CREATE_WITHIN_MS, (client) => createTables(client))
  } catch (error) {
    await pool.close()
    throw error
  }
  const notes = createSealedNotes({
    run: pool.run,
    seal: createTextSeal(token, 'rapsheet: open answers'),
    holder,
    lifeSeconds: TOKEN_SECONDS,
    clock,
    onError: (error) => reportError('open answers', error),
  })
  const endAnswer = createAnswerEnder(settings.discord.apiUrl)
  const stop = new AbortController()

  const end = async ({ id: requestId, text, remove }: TakenNote) => {
    const answer = parseOpenAnswer(text)
    try {
      const outcome = answer ? await endAnswer(answer, clock.unixMs()) : 'unreadable'
      log.info({ requestId, outcome }, 'an answer that another process left open')
    } catch (error) {
      log.warn({ requestId, err: withoutRequest(error) }, 'an answer that another process left open could not be ended')
    }
    remove()
  }
  const endOthers = async () => {
    const left = await notes.takeOthers()
    const work = left.values()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const note of work) await end(note)
      }),
    )
  }
  const openAnswers: OpenAnswers = { add: (answer) => notes.add(answer.requestId, formatOpenAnswer(answer)) }
  return {
    openAnswers,
    /** Ends the answers of the process before: at once if it was killed, else once it has had the time to end them. */
    async endOfPredecessor(wasReleased: boolean): Promise<void> {
      try {
        if (wasReleased) await clock.sleep(settings.drainMs + STOPPED_AFTER_MS, stop.signal)
        await endOthers()
      } catch (error) {
        if (!stop.signal.aborted) reportError('open answers', error)
      }
    },
    async close(): Promise<void> {
      stop.abort()
      await notes.close()
      await pool.close()
    },
  }
}
