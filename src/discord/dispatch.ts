import { MessageFlags, type Interaction, type RepliableInteraction } from 'discord.js'
import { toTenths } from '../lib/tenths.ts'
import { usageFacts, type Usage } from '../lib/call-context.ts'
import { DatabaseError } from '../model/database-error.ts'
import { ERROR_TRAITS, RapsheetError, toLogFacts } from '../model/error.ts'
import type { ReportFailure } from '../model/status.ts'
import { complete } from './complete.ts'
import { CommandError } from './command-error.ts'
import type { CommandList, Invocation } from './command.ts'
import { isAcknowledged, isFailureOfDiscord, isGone, toErrorFacts, withoutRequest } from './discord-errors.ts'
import { isOnMessage, routeInteraction } from './interaction-router.ts'
import { keepPressed } from './edit-pressed.ts'
import { createMessageLocks, type Click } from './message-locks.ts'
import { ownPending } from './pending.ts'
import { serverOf } from './place.ts'
import { createTaskRunner, type InteractionResult, type TaskRunnerOptions } from './run-task.ts'
import type { Texts } from './texts/texts.ts'
import { toEphemeralMessage } from './view.ts'

/** Age above which a replayed interaction is dropped: Discord waits 3 s for the acknowledgement. */
const EXPIRED_AFTER_MS = 2_500

/** The facts about one interaction for metrics and the log. */
export interface InteractionSummary {
  /** The name of the command; for a component, `button` and the name of its action or form; for a submitted form, `form` and its name. */
  command: string
  /** `answered`, the code of the shown error, or why nothing was shown; `elsewhere` means that another process answers. */
  outcome: string
  /** Time from the gateway event to the acknowledgement, milliseconds; undefined when there was none. */
  acknowledgedMs: number | undefined
}

export interface DispatchOptions<Context, T extends Texts> extends TaskRunnerOptions<Context, T> {
  commands: CommandList<Invocation<Context, T>>
  /** Whether another process may have a session at the same time, during a hand-over. */
  isShared: boolean
  onInteraction: (summary: InteractionSummary) => void
  /** Called for the failures that are logged as warnings or errors. */
  onFailure: ReportFailure
}

/** Answers interactions until it is stopped. */
export function createDispatch<Context, T extends Texts>(options: DispatchOptions<Context, T>) {
  const { log, clock, onInteraction } = options
  const answer = createAnswer(options)
  const running = new Map<Promise<void>, AbortController>()
  let stopReason: Error | undefined
  return {
    /** Answers one interaction. `isReplayed` means that it comes from a resumed session and may have expired. Never rejects. */
    async handle(interaction: Interaction, isReplayed: boolean): Promise<void> {
      if (interaction.isAutocomplete()) return complete(options, interaction)
      if (isReplayed && clock.unixMs() - interaction.createdTimestamp > EXPIRED_AFTER_MS) {
        onInteraction({ command: 'replayed', outcome: 'expired', acknowledgedMs: undefined })
        log.info({ requestId: interaction.id }, 'an interaction expired while the connection to Discord was lost')
        return
      }
      const controller = new AbortController()
      if (stopReason) controller.abort(stopReason)
      const work = answer(interaction, controller).catch((error: unknown) => {
        log.error({ requestId: interaction.id, err: withoutRequest(error) }, 'answering an interaction failed')
      })
      running.set(work, controller)
      await work
      running.delete(work)
    },
    /** Resolves when no interaction is being answered. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running.keys())
    },
    /** Aborts all running tasks with this error, and waits until the error is shown. */
    async stop(reason: Error): Promise<void> {
      stopReason = reason
      for (const controller of running.values()) controller.abort(reason)
      // Interactions that arrive during the wait are aborted as well.
      while (running.size > 0) await Promise.all(running.keys())
    },
  }
}

/** Creates a function that acknowledges an interaction, runs its task, and records the result. */
function createAnswer<Context, T extends Texts>(options: DispatchOptions<Context, T>) {
  const { clock, texts } = options
  const locks = createMessageLocks(clock)
  const runTask = createTaskRunner(options)

  return async (interaction: RepliableInteraction, controller: AbortController): Promise<void> => {
    const startedAt = clock.now()
    const { id: requestId, user } = interaction
    const guildId = serverOf(interaction)
    const allowance = guildId === null ? options.userAllowance : undefined
    const usage: Usage = { upstreamCalls: 0, cacheHits: 0, allowance }
    let acknowledgedMs: number | undefined
    const routed = await routeInteraction(options.commands, options, interaction)

    /** Acknowledges before any other work, then runs the task. */
    const respond = async (): Promise<InteractionResult> => {
      const onAcknowledged = () => void (acknowledgedMs = clock.now() - startedAt)
      if ('error' in routed) {
        const error = typeof routed.error === 'string' ? new CommandError(routed.error) : routed.error
        const attempt = { requestId, guildId }
        const view = await options.errors.view(error, attempt, clock.unixMs(), await texts(interaction.locale))
        await interaction.reply(toEphemeralMessage(view)).then(onAcknowledged)
        await keepPressed(ownPending(options.pending, { guildId, userId: user.id }), interaction)
        return typeof routed.error === 'string'
          ? { outcome: routed.error }
          : { outcome: options.errors.outcomeOf(error), error }
      }
      const click = clickOf(interaction)
      if ('showForm' in routed) {
        const isFirst = click === undefined || locks.acquire(click, { ignoresLock: true }) !== null
        await (isFirst ? routed.showForm() : acknowledge(interaction, false)).then(onAcknowledged)
        return { outcome: isFirst ? 'answered' : 'repeated' }
      }
      const { task, defersReply = false, lockMode = {} } = routed
      const release = click ? locks.acquire(click, lockMode) : () => {}
      let isDone = false
      try {
        await acknowledge(interaction, defersReply && release !== null).then(onAcknowledged)
        if (!release) return { outcome: 'repeated' }
        const result = await runTask({ interaction, task, defersReply, controller, usage })
        isDone = result.outcome === 'answered'
        return result
      } finally {
        release?.(isDone)
      }
    }

    const result = await respond().catch((error: unknown): InteractionResult => {
      if (isGone(error)) return { outcome: 'gone' }
      if (options.isShared && isAcknowledged(error)) return { outcome: 'elsewhere' }
      return { outcome: 'unanswered', error }
    })
    const summary = { command: routed.command, outcome: result.outcome, acknowledgedMs }
    options.onInteraction(summary)
    const durationMs = roundMs(clock.now() - startedAt)
    const times = { durationMs, acknowledgedMs: roundMs(acknowledgedMs) }
    const level = levelOf(result)
    if (level !== 'info')
      options.onFailure({ level, code: result.outcome, where: `Discord ${routed.command}`, requestId })
    const facts = { requestId, ...summary, ...times, guildId, userId: user.id, ...usageFacts(usage) }
    options.log[level]({ ...facts, ...errorFacts(result) }, 'interaction')
  }
}

function acknowledge(interaction: RepliableInteraction, defersReply: boolean) {
  return isOnMessage(interaction) && !defersReply
    ? interaction.deferUpdate()
    : interaction.deferReply({ flags: MessageFlags.Ephemeral })
}

/** The click or the submitted form, if an interaction belongs to a message; undefined for a command. */
function clickOf(interaction: RepliableInteraction): Click | undefined {
  if (!isOnMessage(interaction)) return undefined
  const { message, user, customId } = interaction
  const selected = interaction.isStringSelectMenu() ? interaction.values : []
  // A submitted form has the custom id of the button that opened it, but is no double click.
  const kind = interaction.isModalSubmit() ? ['form'] : []
  return {
    messageId: message.id,
    version: String(message.editedTimestamp),
    userId: user.id,
    component: [...kind, customId, ...selected].join(' '),
  }
}

function levelOf({ outcome, error }: InteractionResult): 'info' | 'warn' | 'error' {
  if (outcome === 'internal' || error instanceof DatabaseError) return 'error'
  if (outcome === 'unanswered' || isFailureOfDiscord(error)) return 'warn'
  if (outcome === 'user_share_spent') return 'info'
  return error instanceof RapsheetError ? ERROR_TRAITS[error.code].logLevel : 'info'
}

/** The facts about an error for the log; only unexpected errors have a stack. */
function errorFacts({ outcome, error }: InteractionResult): object {
  if (outcome === 'internal') return { err: withoutRequest(error) }
  if (outcome === 'unanswered' || isFailureOfDiscord(error)) return toErrorFacts(error)
  if (error instanceof DatabaseError) return { reason: error.message }
  return error instanceof RapsheetError ? toLogFacts(error) : {}
}

const roundMs = (ms: number | undefined) => (ms === undefined ? undefined : toTenths(ms))
