import { DiscordAPIError, Locale, PermissionFlagsBits, type RepliableInteraction } from 'discord.js'
import type { Logger } from 'pino'
import { createCallContext, type CallAllowance, type Usage } from '../lib/call-context.ts'
import type { Clock } from '../lib/clock.ts'
import { SHED_RETRY_SECONDS, type OverloadReason } from '../lib/limits/load-shedding.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import { CommandError } from './command-error.ts'
import type { CommandCost, Invocation, Task, TypedForm } from './command.ts'
import { toCustomId } from './custom-id.ts'
import { isGone, withoutRequest } from './discord-errors.ts'
import { TYPED_FORM } from './form.ts'
import type { ErrorWords } from './error-words.ts'
import { createPressing, type OwnDecision } from './edit-pressed.ts'
import { createEditThrottle } from './edit-throttle.ts'
import { createDownloader } from './files.ts'
import { ownPending, type OwnPending, type Pending } from './pending.ts'
import { noServerOf, permissionsOf, serverOf } from './place.ts'
import { withoutPost } from './post.ts'
import { createRateLimits } from './rate-limits.ts'
import { readNickname } from './read-nickname.ts'
import { createReply, type ReplyOptions } from './reply.ts'
import { createScans, type Scans } from './scans.ts'
import type { FindTexts, Texts } from './texts/texts.ts'
import { toEphemeralMessage, toMessage, type View } from './view.ts'

const DEFAULT_DEADLINE_MS = 30_000
const FORBIDDEN = 403

export interface TaskRunnerOptions<Context, T extends Texts> {
  context: Context
  /** Finds the texts for a locale of Discord; never rejects. */
  texts: FindTexts<T>
  errors: ErrorWords<T>
  /** What a server has decided about an account, for the messages of its team. */
  decide: (guildId: string, steamId: SteamId, texts: T) => OwnDecision
  /** Called for every interaction in a server that has installed the bot, with the locale of the server; never throws. */
  onGuild: (guildId: string, locale: string) => void
  /** The price of each class of commands, in lookups. */
  costs: Record<CommandCost, number>
  /** Lookups per minute and user; 0 is no limit. */
  userPerMinute: number
  guildPerMinute: number
  /** The base URL of Discord's REST API, without a version. */
  apiUrl: string
  /** Returns why new work is currently refused; null while the process is not overloaded. */
  overload: () => OverloadReason | null
  /** The allowance of all uses without a server that has installed the bot; undefined if users may not install it. */
  userAllowance: CallAllowance | undefined
  pending: Pending
  /** The locale of what a server reads; undefined for a server without stored data. */
  serverLocale: (guildId: string) => Promise<string | undefined>
  log: Logger
  clock: Clock
  onEdit: ReplyOptions['onEdit']
}

/** An acknowledged interaction with its task. */
interface TaskRun<I extends Invocation> {
  interaction: RepliableInteraction
  task: Task<I>
  /** Whether the acknowledgement was `deferReply`, so that the reply is a separate message. */
  defersReply: boolean
  /** Aborts the task. */
  controller: AbortController
  usage: Usage
}

/** The result of an interaction: the outcome `answered`, or the code of an error together with the error. */
export interface InteractionResult {
  outcome: string
  error?: unknown
}

/**
 * Creates a function that runs a task and shows its answer or its error; it rejects only when Discord accepts neither of these messages.
 */
export function createTaskRunner<Context, T extends Texts>(options: TaskRunnerOptions<Context, T>) {
  const { context, log, clock, onEdit } = options
  const scans = createScans(clock)
  const { charge, chargeUpTo } = createCharging(options, scans)
  const editThrottle = createEditThrottle(scans.count)
  const downloadFile = createDownloader(options.apiUrl)

  return async ({
    interaction,
    task,
    defersReply,
    controller,
    usage,
  }: TaskRun<Invocation<Context, T>>): Promise<InteractionResult> => {
    const { id: requestId, user } = interaction
    const guildId = serverOf(interaction)
    const guildLocale = (guildId === null ? null : interaction.guildLocale) ?? Locale.EnglishUS
    if (guildId !== null) options.onGuild(guildId, guildLocale)
    const debug = (event: string) => (error: unknown) => log.debug({ requestId, err: withoutRequest(error) }, event)
    const texts = await options.texts(interaction.locale)
    const reply = createReply({
      send: (view) => interaction.editReply(toMessage(guildId === null ? withoutPost(view, texts) : view)),
      editThrottle,
      clock,
      onEdit,
      onFailure(error) {
        // The message was deleted, so the rest of the work would be useless.
        if (isGone(error)) controller.abort(error)
        else debug('could not show progress')(error)
      },
    })
    const freshSince = task.freshWithinSeconds === undefined ? 0 : clock.unixSeconds() - task.freshWithinSeconds
    const stop = () => controller.abort(new CommandError('too_slow'))
    const stopTimer = clock.setTimer(task.deadlineMs ?? DEFAULT_DEADLINE_MS, stop)
    const pending = ownPending(options.pending, { guildId, userId: user.id })
    try {
      await charge(interaction, task.cost)
      await task.run({
        context,
        callContext: createCallContext(controller.signal, usage, freshSince),
        texts,
        requestId,
        userId: user.id,
        audience: 'team',
        guildId,
        noServer: noServerOf(interaction),
        guildLocale,
        isAllowed: (permission) => permissionsOf(interaction)?.has(PermissionFlagsBits[permission]) ?? false,
        maxFileBytes: interaction.attachmentSizeLimit,
        reply,
        scans,
        pending,
        now: clock.unixMs(),
        charge: (cost) => charge(interaction, cost),
        chargeUpTo: (wanted) => chargeUpTo(interaction, wanted),
        nicknameOf: (userId) => readNickname(interaction, userId, controller.signal, clock),
        downloadFile: (file, maxKibibytes) => downloadFile(file, controller.signal, maxKibibytes),
        post: (view) => postPublicly(interaction, view),
        ...createPressing(pending, {
          interaction,
          decide: options.decide,
          texts: () => textsOfServer(options, guildId, guildLocale),
          onFailure: debug('could not edit the message'),
        }),
      })
      return { outcome: 'answered' }
    } catch (error) {
      if (isGone(error)) throw error
      // The error is shown even if this fails.
      const formId = await keepTyped(pending, task.form).catch(() => undefined)
      const attempt = { requestId, guildId, typed: {}, ...task, ...task.form, formId }
      const view = await options.errors.view(error, attempt, clock.unixMs(), texts)
      if (task.errorAsFollowUp === true && !defersReply) await interaction.followUp(toEphemeralMessage(view))
      else await reply.show(view)
      return { outcome: options.errors.outcomeOf(error), error }
    } finally {
      stopTimer()
    }
  }
}

/** The texts in the language of a server; `guildLocale` is its locale at Discord. */
async function textsOfServer<T extends Texts>(
  { texts, serverLocale }: Pick<TaskRunnerOptions<unknown, T>, 'texts' | 'serverLocale'>,
  guildId: string | null,
  guildLocale: string,
): Promise<T> {
  const stored = guildId === null ? undefined : await serverLocale(guildId).catch(() => undefined)
  return texts(stored ?? guildLocale)
}

/** Keeps what was typed, for a button that opens the form again; returns its custom id. */
const keepTyped = async (pending: OwnPending, { customId, typed = {} }: Partial<TypedForm> = {}) =>
  customId === undefined ? undefined : toCustomId(TYPED_FORM.name, await pending.save(TYPED_FORM, { customId, typed }))

type ChargingOptions = Pick<
  TaskRunnerOptions<unknown, Texts>,
  'costs' | 'userPerMinute' | 'guildPerMinute' | 'overload' | 'clock'
>

/** Checks overload and rate limits before new work; running work continues. */
function createCharging(options: ChargingOptions, scans: Pick<Scans, 'isRunning'>) {
  const { costs, overload } = options
  const rateLimits = createRateLimits(options)
  const refuseWhenOverloaded = () => {
    const reason = overload()
    if (reason === null) return
    throw new RapsheetError('overloaded', `The bot is overloaded: ${reason}.`, { retryAfter: SHED_RETRY_SECONDS })
  }
  return {
    async charge(interaction: RepliableInteraction, cost: number | CommandCost): Promise<void> {
      const lookups = typeof cost === 'number' ? cost : costs[cost]
      if (lookups > 0) refuseWhenOverloaded()
      const { id: userId } = interaction.user
      await rateLimits.take(userId, serverOf(interaction), lookups).catch((error: unknown) => {
        const isByList =
          error instanceof CommandError && error.code === 'rate_limited' && scans.isRunning(userId, 'batch')
        throw isByList ? new CommandError('limited_by_list', error) : error
      })
    },
    async chargeUpTo(interaction: RepliableInteraction, wanted: number): Promise<number> {
      refuseWhenOverloaded()
      return rateLimits.takeUpTo(interaction.user.id, serverOf(interaction), wanted)
    },
  }
}

async function postPublicly(interaction: RepliableInteraction, view: View): Promise<void> {
  if (serverOf(interaction) === null) throw new CommandError(noServerOf(interaction))
  try {
    await interaction.followUp(toMessage(view))
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === FORBIDDEN) throw new CommandError('post_refused')
    throw error
  }
}
