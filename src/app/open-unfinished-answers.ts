import type { Logger } from 'pino'
import type { Settings } from './settings/read-settings.ts'
import { explainKnown } from '../database/postgres/postgres-errors.ts'
import { createAnswerEnder } from '../accounts/discord/end-open-answer.ts'
import { formatOpenAnswer, parseOpenAnswer, type OpenAnswers } from '../discord/unfinished-answers.ts'
import { withoutRequest } from '../discord/discord-errors.ts'
import type { ErrorWords } from '../discord/error-words.ts'
import type { Texts } from './bot/texts.ts'
import type { FindTexts } from '../discord/texts/texts.ts'
import type { CardContext } from '../accounts/discord/server-notes.ts'
import type { Clock } from '../lib/clock.ts'
import { withoutCredentials } from '../lib/postgres-url.ts'
import { createTextSeal } from '../lib/sealed-text.ts'
import type { Replicas } from '../cluster/create-replicas.ts'
import { createSealedNotes, type TakenNote } from '../cluster/sealed-notes.ts'
import type { DatabaseProblem } from '../model/database-error.ts'
import type { ReportError } from './error-log.ts'

/** How long Discord accepts edits of an answer. */
const TOKEN_SECONDS = 15 * 60
/** Number of answers that are ended in parallel. */
const AT_ONCE = 8
/** Time after which a process that stops in an orderly way has ended its answers; see `STOP_WITHIN_MS`. */
const STOPPED_AFTER_MS = 15_000

const OUTAGE =
  'the list of open answers is not shared until the database answers: if this process is killed, its open answers stay as they are'

const UNREADABLE =
  'open answers that another process left were stored with another DISCORD_TOKEN, and cannot be ended: they stay as they are'

interface OpenAnswersOptions {
  settings: Pick<Settings, 'database' | 'discord' | 'drainMs'>
  /** Runs statements on the connections of the replicas. */
  run: Replicas['run']
  token: string
  /** The name of this process. */
  holder: string
  context: Pick<CardContext, 'newestBans' | 'notes'>
  texts: FindTexts<Texts>
  errors: ErrorWords<Texts>
  clock: Clock
  log: Logger
  reportError: ReportError
  /** The problem of the database that is in the log already. */
  databaseProblem: () => DatabaseProblem | undefined
}

/** Opens the list of unfinished answers, which the replicas share. */
export function openUnfinishedAnswers({
  settings,
  run,
  token,
  holder,
  context,
  texts,
  errors,
  ...rest
}: OpenAnswersOptions) {
  const { clock, log } = rest
  const outages = createOutageLog(settings.database.url, rest)
  const notes = createSealedNotes({
    run: outages.watch(run),
    seal: createTextSeal(token, 'rapsheet: open answers'),
    holder,
    lifeSeconds: TOKEN_SECONDS,
    clock,
    onError: outages.report,
  })
  const endAnswer = createAnswerEnder({ apiUrl: settings.discord.apiUrl, context, texts, errors })
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
    const { notes: left, unreadable } = await notes.takeOthers()
    if (unreadable > 0) log.warn({ count: unreadable }, UNREADABLE)
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
    /**
     * Ends the answers of the previous process: at once if that process was killed. If it released the lease, it first gets time to end
     * them itself.
     */
    async endOfPredecessor(wasReleased: boolean): Promise<void> {
      try {
        if (wasReleased) await clock.sleep(settings.drainMs + STOPPED_AFTER_MS, stop.signal)
        await endOthers()
      } catch (error) {
        if (!stop.signal.aborted) outages.report(error)
      }
    },
    async close(): Promise<void> {
      stop.abort()
      await notes.close()
    },
  }
}

/** Logs one line for each outage of the database, unless it is in the log already. Other errors are bugs. */
function createOutageLog(
  url: string,
  { log, reportError, databaseProblem }: Pick<OpenAnswersOptions, 'log' | 'reportError' | 'databaseProblem'>,
) {
  let isAway = false
  return {
    /** Detects when statements succeed again. */
    watch:
      (run: Replicas['run']): Replicas['run'] =>
      async (withinMs, task) => {
        const result = await run(withinMs, task)
        isAway = false
        return result
      },
    report(error: unknown): void {
      const known = explainKnown(withoutCredentials(url), 'does not have the open answers of the bot', error)
      if (!known) return reportError('open answers', error)
      if (!isAway && databaseProblem() !== known.problem)
        log.warn({ problem: known.problem, reason: known.message }, OUTAGE)
      isAway = true
    },
  }
}
