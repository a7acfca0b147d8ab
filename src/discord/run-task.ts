import { DiscordAPIError, type RepliableInteraction } from 'discord.js'
import type { Logger } from 'pino'
import { createCallContext, type Usage } from '../lib/call-context.ts'
import { SHED_RETRY_SECONDS, type OverloadReason } from '../lib/load-shedding.ts'
import { RapsheetError } from '../model/error.ts'
import type { Context } from '../service/context.ts'
import { CommandError } from './command-error.ts'
import { isGone, withoutRequest } from './discord-errors.ts'
import type { EditThrottle } from './edit-throttle.ts'
import type { DownloadFile } from './files.ts'
import type { RateLimits } from './rate-limits.ts'
import { createReply, type EditOutcome, type Reply } from './reply.ts'
import type { Scans } from './scans.ts'
import type { CommandCost, Task } from './task.ts'
import { textsFor } from './texts/catalogue.ts'
import { toEphemeralMessage, toMessage, type View } from './view.ts'
import { codeOf, errorView } from './views/error-view.ts'

const DEFAULT_DEADLINE_MS = 30_000
const FORBIDDEN = 403

export interface TaskRunnerOptions {
  context: Context
  rateLimits: RateLimits
  /** The price of each command in lookups. */
  costs: Record<CommandCost, number>
  scans: Scans
  editThrottle: EditThrottle
  downloadFile: DownloadFile
  /** Why new work is refused at the moment; null when the process is not overloaded. */
  overload: () => OverloadReason | null
  log: Logger
  /** Milliseconds since 1970. */
  now: () => number
  onEdit: (outcome: EditOutcome) => void
}

/** An acknowledged interaction whose task is to run. */
export interface TaskRun {
  interaction: RepliableInteraction
  task: Task
  /** Whether the acknowledgement was `deferReply`: the reply is a message of its own. */
  defersReply: boolean
  /** Aborts the task. */
  controller: AbortController
  usage: Usage
}

/** How an interaction ended: `answered`, or a code, with the error behind it. */
export interface InteractionResult {
  outcome: string
  error?: unknown
}

/** Returns a function that runs a task and shows its answer or its error; it rejects only when Discord accepts neither. */
export function createTaskRunner(options: TaskRunnerOptions): (run: TaskRun) => Promise<InteractionResult> {
  const { context, scans, now } = options

  /** Checks overload and rate limits before new work; they do not stop work that is running. */
  const charge = async ({ user, guildId }: RepliableInteraction, cost: number | CommandCost) => {
    const lookups = typeof cost === 'number' ? cost : options.costs[cost]
    const reason = lookups > 0 ? options.overload() : null
    if (reason !== null) {
      throw new RapsheetError('overloaded', `There is too little ${reason}.`, { retryAfter: SHED_RETRY_SECONDS })
    }
    await options.rateLimits.take(user.id, guildId, lookups)
  }

  const createReplyTo = ({ interaction, controller }: TaskRun) =>
    createReply({
      send: (view) => interaction.editReply(toMessage(view)),
      editThrottle: options.editThrottle,
      onEdit: options.onEdit,
      onFailure(error) {
        // The message is deleted, so the rest of the work would be wasted.
        if (isGone(error)) controller.abort(error)
        else options.log.debug({ requestId: interaction.id, err: withoutRequest(error) }, 'could not show progress')
      },
    })

  const showError = (error: unknown, { interaction, task, defersReply }: TaskRun, reply: Reply) => {
    const view = errorView(error, { requestId: interaction.id, ...task }, now(), textsFor(interaction.locale))
    return task.errorAsFollowUp && !defersReply ? interaction.followUp(toEphemeralMessage(view)) : reply.show(view)
  }

  return async (run) => {
    const { interaction, task, controller, usage } = run
    const { signal } = controller
    const reply = createReplyTo(run)
    const freshSince = task.freshWithinSeconds === undefined ? 0 : Math.floor(now() / 1000) - task.freshWithinSeconds
    const timer = setTimeout(
      () => controller.abort(new CommandError('too_slow')),
      task.deadlineMs ?? DEFAULT_DEADLINE_MS,
    )
    try {
      await charge(interaction, task.cost)
      await task.run({
        context,
        callContext: createCallContext(signal, usage, freshSince),
        texts: textsFor(interaction.locale),
        requestId: interaction.id,
        userId: interaction.user.id,
        now: now(),
        reply,
        scans,
        charge: (cost) => charge(interaction, cost),
        downloadFile: (file, maxKibibytes) => options.downloadFile(file, signal, maxKibibytes),
        post: (view) => postPublicly(interaction, view),
      })
      return { outcome: 'answered' }
    } catch (error) {
      if (isGone(error)) throw error
      await showError(error, run, reply)
      return { outcome: codeOf(error), error }
    } finally {
      clearTimeout(timer)
    }
  }
}

async function postPublicly(interaction: RepliableInteraction, view: View): Promise<void> {
  try {
    await interaction.followUp(toMessage(view))
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === FORBIDDEN) throw new CommandError('post_refused')
    throw error
  }
}
