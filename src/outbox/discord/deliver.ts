import { inlineCode, Routes } from 'discord.js'
import { z } from 'zod'
import type { FencedDatabase } from '../../cluster/held-database.ts'
import type { BotApi } from '../../discord/bot-api.ts'
import type { ListTexts } from '../../discord/list.ts'
import { charactersLeft, createView, fitLines, type View } from '../../discord/view.ts'
import { ICONS } from '../../lib/tone.ts'
import type { FoundDecision } from '../../model/ban.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { OutboxRepositories } from '../database/repositories.ts'
import type { ShownEntry } from '../kind.ts'
import { readMessage, reportAttempt, type DueMessage, type FullMessage } from '../messages.ts'
import { failAttempt, type Attempt, type DeliveryOutcome, type FailureOptions } from './fail-attempt.ts'
import type { LogWords, MessageKind } from './message-kind.ts'
import { mentionText, withMention, NAMED } from './message-parts.ts'
import { toMessageRequest } from './message-request.ts'

const sentSchema = z.object({ id: z.string() })

export interface DeliveryOptions<Texts, Repositories extends OutboxRepositories> extends FailureOptions {
  api: BotApi
  /** Finds the texts for a locale of Discord; never rejects. */
  texts: (locale: string) => Promise<Texts>
  database: FencedDatabase<Repositories>
  findProfiles: FindProfiles
  findDecision: (guildId: string, steamId: SteamId) => FoundDecision
  onAttempt: (outcome: DeliveryOutcome) => void
}

/** `start` aborts when no further request may be made; `request` aborts when the requests in progress have to end. */
export interface DeliverySignals {
  start: AbortSignal
  request: AbortSignal
}

/** Makes one attempt to deliver a message, and stores its result. Rejects with the reason of `start`, and with DatabaseErrors. */
export async function deliver<
  Shown extends ShownEntry,
  Texts extends ListTexts,
  Repositories extends OutboxRepositories,
>(
  options: DeliveryOptions<Texts, Repositories>,
  kind: MessageKind<Shown, Texts, Repositories>,
  due: DueMessage,
  signals: DeliverySignals,
): Promise<void> {
  const { clock, database } = options
  const message = await readMessage(database, kind, due)
  if (message === null) return database.transaction(({ outbox }) => outbox.complete(due.id, clock.unixSeconds()))
  // Before the message is rendered, which asks Steam for names: of a refused channel only one message is tried.
  if (!(await database.transaction(({ outbox }) => outbox.beginAttempt(message)))) return
  const view = await render(options, kind, message, signals.start)
  const { report, outcome } = await attempt(options, kind.log, message, view, signals)
  await reportAttempt(database, message, report, clock.unixSeconds())
  options.onAttempt(outcome)
}

/** Renders a message. If an error of this program prevents the normal view, returns the one with the ids of the accounts alone. */
async function render<Shown extends ShownEntry, Texts extends ListTexts>(
  options: Pick<DeliveryOptions<Texts, never>, 'log' | 'texts' | 'findProfiles' | 'findDecision'>,
  kind: MessageKind<Shown, Texts>,
  message: FullMessage<Shown>,
  signal: AbortSignal,
): Promise<View> {
  const { log, texts } = options
  try {
    return await renderMessage(options, kind, message, signal)
  } catch (error) {
    signal.throwIfAborted()
    log.error({ err: error, guildId: message.guildId }, `${kind.log.name} cannot be shown in full`)
    return plainView(message, await texts(message.locale))
  }
}

/** The message that names its accounts by their ids, so that an error of this program holds up no message. */
function plainView(message: FullMessage<ShownEntry>, { notShown, common }: ListTexts): View {
  const head = `${ICONS.restricted} ${notShown}`
  const ids = new Set(message.shown.flatMap(({ steamId }) => (steamId === null ? [] : [inlineCode(steamId)])))
  const list = fitLines([...ids], charactersLeft([head, mentionText(message)]), common.leftOut, NAMED)
  return withMention(createView('incomplete', [head, ...(list === '' ? [] : [list])], []), message)
}

/** Sends a message. */
async function attempt(
  options: Pick<DeliveryOptions<unknown, never>, 'api' | keyof FailureOptions>,
  words: LogWords,
  message: FullMessage<unknown>,
  view: View,
  signals: DeliverySignals,
): Promise<Attempt> {
  const { api, clock } = options
  let isSending = false
  try {
    // Waits for its turn directly before the request, because database work in between would bunch requests together.
    await api.turn(signals.start)
    isSending = true
    const request = { ...toMessageRequest(message, view), signal: signals.request }
    sentSchema.parse(await api.post(Routes.channelMessages(message.channelId), request))
    return { report: { kind: 'delivered' }, outcome: 'delivered' }
  } catch (error) {
    if (isSending || !signals.start.aborted) return failAttempt(options, words, message, error)
    return { report: { kind: 'retry', nextAttemptAt: clock.unixSeconds() }, outcome: 'retry' }
  }
}

/** Finds the known profiles of accounts. */
type FindProfiles = (
  steamIds: readonly SteamId[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<SteamId, { name: string; avatar: string }>>

const NO_PROFILES: Awaited<ReturnType<FindProfiles>> = new Map()

/** The view of a message in the language of its server, with the current names of accounts. */
async function renderMessage<Shown extends ShownEntry, Texts>(
  options: Pick<DeliveryOptions<Texts, never>, 'texts' | 'findProfiles' | 'findDecision'>,
  kind: MessageKind<Shown, Texts>,
  message: FullMessage<Shown>,
  signal: AbortSignal,
): Promise<View> {
  const { shown, guildId } = message
  const texts = await options.texts(message.locale)
  const sent = { ...message, findDecision: (steamId: SteamId) => options.findDecision(guildId, steamId) }
  const named = shown.slice(0, NAMED).flatMap(({ steamId }) => (steamId === null ? [] : [steamId]))
  const profiles = named.length === 0 ? NO_PROFILES : await options.findProfiles(named, signal)
  const [first, ...others] = shown
  if (first && others.length === 0) {
    const profile = first.steamId === null ? undefined : profiles.get(first.steamId)
    return kind.single(first, profile ?? { name: null, avatar: '' }, sent, texts)
  }
  return kind.digest(shown, new Map([...profiles].map(([steamId, { name }]) => [steamId, name])), sent, texts)
}
