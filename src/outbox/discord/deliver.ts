import { Routes } from 'discord.js'
import { z } from 'zod'
import type { FencedDatabase } from '../../cluster/held-database.ts'
import type { Message } from '../database/outbox.ts'
import type { Clock } from '../../lib/clock.ts'
import type { BotApi } from '../../discord/bot-api.ts'
import type { View } from '../../discord/view.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { OutboxRepositories } from '../database/repositories.ts'
import type { ShownEntry } from '../kind.ts'
import { readMessage, reportAttempt, type FullMessage } from '../messages.ts'
import { failAttempt, type Attempt, type DeliveryOutcome, type FailureOptions } from './fail-attempt.ts'
import { isSent } from './find-sent.ts'
import type { LogWords, MessageKind } from './message-kind.ts'
import { toMessageRequest } from './message-request.ts'
import { NAMED } from './list-message.ts'

/** How long Discord certainly remembers a nonce. After an older attempt of unknown outcome, the message is searched for instead. */
const NONCE_SECONDS = 120

const sentSchema = z.object({ id: z.string() })

export interface DeliveryOptions<Texts, Repositories extends OutboxRepositories> extends FailureOptions {
  api: BotApi
  /** Finds the texts for a locale of Discord; never rejects. */
  texts: (locale: string) => Promise<Texts>
  database: FencedDatabase<Repositories>
  findProfiles: FindProfiles
  /** Whether a server has banned an account itself. */
  isBannedHere: (guildId: string, steamId: SteamId) => boolean
  onAttempt: (outcome: DeliveryOutcome) => void
}

/** `start` aborts when no further request may be made; `request` aborts when the requests in progress have to end. */
export interface DeliverySignals {
  start: AbortSignal
  request: AbortSignal
}

/** Makes one attempt to deliver a message, and stores its result. Rejects with the reason of `start`, and with DatabaseErrors. */
export async function deliver<Shown extends ShownEntry, Texts, Repositories extends OutboxRepositories>(
  options: DeliveryOptions<Texts, Repositories>,
  kind: MessageKind<Shown, Texts, Repositories>,
  due: Message,
  signals: DeliverySignals,
): Promise<void> {
  const { clock, database } = options
  const message = await readMessage(database, kind, due, clock.unixSeconds())
  if (message === null) return reportAttempt(database, kind, due, { kind: 'delivered' }, clock.unixSeconds())
  const isSearched = needsSearch(message, clock)
  const isRepeated = isSearched || message.isPossibleDuplicate
  const view = await render(options, kind, message, { isRepeated, signal: signals.start })
  const begunAt = clock.unixSeconds()
  if (!(await database.transaction(({ outbox }) => outbox.beginAttempt(message, begunAt)))) return
  const { report, outcome } = await attempt(options, kind.log, message, { view, isSearched, begunAt, signals })
  await reportAttempt(database, kind, message, report, clock.unixSeconds())
  options.onAttempt(outcome)
}

/** Whether an earlier attempt may have succeeded, and is so old that Discord has forgotten its nonce. */
const needsSearch = ({ uncertainSince }: Message, clock: Clock) =>
  uncertainSince !== null && isForgotten(uncertainSince, clock)

/** Whether Discord may have forgotten a nonce that was sent at this time; true also if the clock was set back since. */
const isForgotten = (sentAt: number, clock: Clock) => Math.abs(clock.unixSeconds() - sentAt) > NONCE_SECONDS

/** Renders a message. If an error of this program prevents the normal view, returns the plain view. */
async function render<Shown extends ShownEntry, Texts>(
  options: Pick<DeliveryOptions<Texts, never>, 'log' | 'texts' | 'findProfiles' | 'isBannedHere'>,
  kind: MessageKind<Shown, Texts>,
  message: FullMessage<Shown>,
  { isRepeated, signal }: { isRepeated: boolean; signal: AbortSignal },
): Promise<View> {
  const { log, texts } = options
  try {
    return await renderMessage(options, kind, message, { isRepeated, signal })
  } catch (error) {
    signal.throwIfAborted()
    log.error({ err: error, guildId: message.guildId }, `${kind.log.name} cannot be shown in full`)
    return renderPlain(kind, message, isRepeated, await texts(message.locale))
  }
}

/** Sends a message. If `isSearched`, searches its channel first, and sends nothing if the message is found there. */
async function attempt(
  options: Pick<DeliveryOptions<unknown, never>, 'api' | keyof FailureOptions>,
  words: LogWords,
  message: FullMessage<unknown>,
  {
    view,
    isSearched,
    begunAt,
    signals,
  }: { view: View; isSearched: boolean; begunAt: number; signals: DeliverySignals },
): Promise<Attempt> {
  const { api, clock } = options
  let isSending = false
  try {
    const since = message.uncertainSince
    if (isSearched && since !== null && (await isSent(api, { ...message, since }, signals)))
      return { report: { kind: 'delivered' }, outcome: 'found' }
    // Waits for its turn directly before the request, because database work in between would bunch requests together.
    await api.turn(signals.start)
    // The wait for the turn may have been longer than Discord remembers a nonce.
    if (!isSearched && needsSearch(message, clock)) throw new Error('an earlier attempt has to be searched for')
    // If that time has passed since this attempt was recorded, for example in a frozen process, another process may have sent the message.
    if (isForgotten(begunAt, clock)) throw new Error('the attempt was begun too long ago')
    isSending = true
    const request = { ...toMessageRequest(message, view), signal: signals.request }
    sentSchema.parse(await api.post(Routes.channelMessages(message.channelId), request))
    return { report: { kind: 'delivered' }, outcome: 'delivered' }
  } catch (error) {
    if (!isSending && signals.start.aborted) {
      const report = { kind: 'retry', nextAttemptAt: clock.unixSeconds(), isUncertain: false } as const
      return { report, outcome: 'retry' }
    }
    return failAttempt(options, words, message, { error, isSending })
  }
}

/** Finds the known profiles of accounts. */
type FindProfiles = (
  steamIds: readonly SteamId[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<SteamId, { name: string; avatar: string }>>

const NO_PROFILES: Awaited<ReturnType<FindProfiles>> = new Map()

/** The plain view of a message, which depends on nothing that could fail. */
const renderPlain = <Shown extends ShownEntry, Texts>(
  kind: MessageKind<Shown, Texts>,
  message: FullMessage<Shown>,
  isRepeated: boolean,
  texts: Texts,
): View => kind.plain(message.shown, { ...message, isRepeated }, texts)

/** The view of a message in the language of its server, with the current names of accounts. */
async function renderMessage<Shown extends ShownEntry, Texts>(
  options: Pick<DeliveryOptions<Texts, never>, 'texts' | 'findProfiles' | 'isBannedHere'>,
  kind: MessageKind<Shown, Texts>,
  message: FullMessage<Shown>,
  { isRepeated, signal }: { isRepeated: boolean; signal: AbortSignal },
): Promise<View> {
  const { shown, isDigest, guildId } = message
  const texts = await options.texts(message.locale)
  const sent = { ...message, isRepeated, isBannedHere: (steamId: SteamId) => options.isBannedHere(guildId, steamId) }
  const named = shown.slice(0, NAMED).flatMap(({ steamId }) => (steamId === null ? [] : [steamId]))
  const profiles = named.length === 0 ? NO_PROFILES : await options.findProfiles(named, signal)
  const [first] = shown
  if (!isDigest && first) {
    const profile = first.steamId === null ? undefined : profiles.get(first.steamId)
    return kind.single(first, profile ?? { name: null, avatar: '' }, sent, texts)
  }
  return kind.digest(shown, new Map([...profiles].map(([steamId, { name }]) => [steamId, name])), sent, texts)
}
