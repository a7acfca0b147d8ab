import { DiscordAPIError, MessageFlags, RESTJSONErrorCodes } from 'discord.js'
import type { Interaction, MessageComponentInteraction, RepliableInteraction } from 'discord.js'
import type { Logger } from 'pino'
import { createCallContext } from '../lib/call-context.ts'
import type { Usage } from '../lib/call-context.ts'
import { SHED_RETRY_SECONDS } from '../lib/load-shedding.ts'
import type { OverloadReason } from '../lib/load-shedding.ts'
import { RapsheetError } from '../model/error.ts'
import type { Context } from '../service/context.ts'
import { createMessageLocks } from './message-locks.ts'
import type { Click } from './message-locks.ts'
import type { CommandList } from './command.ts'
import type { DownloadFile } from './files.ts'
import { logResult, withoutRequest } from './interaction-log.ts'
import type { InteractionResult } from './interaction-log.ts'
import type { RateLimits } from './rate-limits.ts'
import { toMessage, toPrivateMessage } from './message.ts'
import { createInteractionRouter } from './interaction-router.ts'
import type { RoutedInteraction } from './interaction-router.ts'
import type { EditThrottle } from './edit-throttle.ts'
import { CommandError } from './command-error.ts'
import type { CommandErrorCode } from './command-error.ts'
import { createReply } from './reply.ts'
import type { Scans } from './scans.ts'
import type { CommandCost, Task } from './task.ts'
import { textsFor } from './texts/catalogue.ts'
import { codeOf, errorView } from './views/error-view.ts'

/** A look-up's time; what Steam has not said by then it does not say in time for a moderator. */
const DEADLINE_MS = 30_000
/** Discord forgets an interaction that nobody acknowledged after 3 s; one this old is dead when our answer arrives. */
const DEAD_AFTER_MS = 2_500
const FORBIDDEN = 403

/** What it means that Discord no longer knows the interaction or its message: nobody is there to be answered. */
const GONE = new Set<unknown>([
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.InvalidWebhookToken,
])

/** How one interaction ended. */
export interface InteractionSummary {
  /** The command's name, or `button` and the action's name. */
  command: string
  /** `answered`, or the code of what was answered instead, or why nothing was. */
  outcome: string
  /** From Discord's event to our first answer, milliseconds; undefined when there was none. */
  acknowledgedMs: number | undefined
}

export interface DispatchOptions {
  commands: CommandList
  context: Context
  limits: RateLimits
  /** What the named costs are, in lookups. */
  costs: Record<CommandCost, number>
  scans: Scans
  editThrottle: EditThrottle
  downloadFile: DownloadFile
  /** What the process has too little of to begin anything; null while all is well. */
  overload: () => OverloadReason | null
  log: Logger
  /** Milliseconds since 1970. */
  now: () => number
  onInteraction: (record: InteractionSummary) => void
  onEdit: (outcome: 'sent' | 'coalesced' | 'failed') => void
}

/** Answers interactions. */
export interface Dispatch {
  /** Answers one; `isReplayed` when it comes out of a resumed session and may be old. Never rejects. */
  handle(interaction: Interaction, isReplayed: boolean): Promise<void>
  /** Ends whatever runs, with this as the answer, and waits until all have been answered. */
  stop(reason: Error): Promise<void>
}

/** Puts the list of commands to work. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { commands, context, limits, costs, scans, editThrottle, log, now } = options
  const running = new Map<Promise<void>, AbortController>()
  const open = createInteractionRouter(commands)
  const busy = createMessageLocks()
  let stopReason: Error | undefined

  const acknowledge = (interaction: RepliableInteraction, defersReply: boolean) =>
    interaction.isMessageComponent() && !defersReply
      ? interaction.deferUpdate()
      : interaction.deferReply({ flags: MessageFlags.Ephemeral })

  /** Runs a task whose interaction is acknowledged; rejects only when Discord takes no answer. */
  const run = async (
    interaction: RepliableInteraction,
    { task, defersReply = false }: { task: Task; defersReply?: boolean },
    controller: AbortController,
    usage: Usage,
  ): Promise<InteractionResult> => {
    const { id: requestId, user, guildId } = interaction
    const texts = textsFor(interaction.locale)
    const tell = (error: unknown) => {
      const view = errorView(error, { requestId, ...task }, now(), texts)
      return task.errorAsFollowUp && !defersReply ? interaction.followUp(toPrivateMessage(view)) : reply.show(view)
    }
    const reply = createReply({
      send: (view) => interaction.editReply(toMessage(view)),
      editThrottle,
      onEdit: options.onEdit,
      onFailure(error) {
        // Nobody sees the answer any more, so nobody needs it.
        if (isGone(error)) controller.abort(error)
        else log.debug({ requestId, err: withoutRequest(error) }, 'progress could not be shown')
      },
    })
    const { freshWithinSeconds } = task
    const freshSince = freshWithinSeconds === undefined ? 0 : Math.floor(now() / 1000) - freshWithinSeconds
    const callContext = createCallContext(controller.signal, usage, freshSince)
    const timer = setTimeout(() => controller.abort(new CommandError('too_slow')), task.deadlineMs ?? DEADLINE_MS)
    /** Work begins where it is paid for, so here it can still be refused; what has begun goes on. */
    const charge = async (cost: number | CommandCost) => {
      const lookups = typeof cost === 'number' ? cost : costs[cost]
      const overload = lookups > 0 ? options.overload() : null
      if (overload !== null)
        throw new RapsheetError('overloaded', `There is too little ${overload}.`, {
          retryAfter: SHED_RETRY_SECONDS,
        })
      await limits.take(user.id, guildId, lookups)
    }
    try {
      await charge(task.cost)
      await task.run({
        context,
        callContext,
        texts,
        requestId,
        userId: user.id,
        now: now(),
        reply,
        scans,
        charge,
        downloadFile: (file, maxKibibytes) => options.downloadFile(file, controller.signal, maxKibibytes),
        async post(view) {
          await interaction.followUp(toMessage(view)).catch((error: unknown) => {
            if (error instanceof DiscordAPIError && error.status === FORBIDDEN) throw new CommandError('post_refused')
            throw error
          })
        },
      })
      return { outcome: 'answered' }
    } catch (error) {
      if (isGone(error)) throw error
      await tell(error)
      return { outcome: codeOf(error), error }
    } finally {
      clearTimeout(timer)
    }
  }

  const refuse = (interaction: RepliableInteraction, code: CommandErrorCode) => {
    const attempt = { requestId: interaction.id }
    return interaction.reply(
      toPrivateMessage(errorView(new CommandError(code), attempt, now(), textsFor(interaction.locale))),
    )
  }

  /** Acknowledges, before anything else, and then does what is wanted. */
  const answer = async (interaction: RepliableInteraction, controller: AbortController): Promise<void> => {
    const startedAt = performance.now()
    const usage = { upstreamCalls: 0, cacheHits: 0 }
    const { command, task, defersReply = false, mode = {} }: RoutedInteraction = open(interaction)
    let acknowledgedMs: number | undefined
    const isAcknowledged = () => void (acknowledgedMs = performance.now() - startedAt)
    let ending: InteractionResult
    try {
      if (typeof task === 'string') {
        await refuse(interaction, task).then(isAcknowledged)
        ending = { outcome: task }
      } else {
        const release = interaction.isMessageComponent() ? busy.acquire(clickOf(interaction), mode) : () => {}
        let isDone = false
        try {
          await acknowledge(interaction, defersReply && release !== null).then(isAcknowledged)
          ending = release ? await run(interaction, { task, defersReply }, controller, usage) : { outcome: 'repeated' }
          isDone = ending.outcome === 'answered'
        } finally {
          release?.(isDone)
        }
      }
    } catch (error) {
      ending = isGone(error) ? { outcome: 'gone' } : { outcome: 'unanswered', error }
    }
    options.onInteraction({ command, outcome: ending.outcome, acknowledgedMs })
    const { id: requestId, guildId, user } = interaction
    const facts = {
      requestId,
      command,
      outcome: ending.outcome,
      durationMs: rounded(performance.now() - startedAt),
      acknowledgedMs: rounded(acknowledgedMs),
      guildId,
      userId: user.id,
      ...usage,
    }
    logResult(log, facts, ending)
  }

  return {
    async handle(interaction, isReplayed) {
      if (interaction.isAutocomplete()) return
      if (isReplayed && now() - interaction.createdTimestamp > DEAD_AFTER_MS) {
        options.onInteraction({ command: 'replayed', outcome: 'expired', acknowledgedMs: undefined })
        log.info(
          { requestId: interaction.id },
          'an interaction from before the connection was lost is too old to answer',
        )
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
    async stop(reason) {
      stopReason = reason
      for (const controller of running.values()) controller.abort(reason)
      // Those that arrive meanwhile get the same answer.
      while (running.size > 0) await Promise.all(running.keys())
    },
  }
}

function clickOf(interaction: MessageComponentInteraction): Click {
  const { message, user, customId } = interaction
  const chosen = interaction.isStringSelectMenu() ? interaction.values : []
  return {
    messageId: message.id,
    version: String(message.editedTimestamp),
    userId: user.id,
    component: [customId, ...chosen].join(' '),
  }
}

/** Whether Discord no longer knows what an answer belongs to. */
function isGone(error: unknown): boolean {
  return error instanceof DiscordAPIError && GONE.has(error.code)
}

const rounded = (ms: number | undefined) => (ms === undefined ? undefined : Math.round(ms * 10) / 10)
