import { z } from 'zod'
import { findProfiles } from '../../accounts/find-profiles.ts'
import { accountFields, accountTask, createAccountTask } from '../../accounts/discord/account-task.ts'
import type { ViewedAccount } from '../../accounts/discord/views/account-parts.ts'
import { actorOf } from '../../discord/actor.ts'
import { formatAuthor } from '../../discord/author.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { confirmAction } from '../../discord/confirm.ts'
import { pendingId, type PendingKind } from '../../discord/pending.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { typedUntil } from '../../discord/note-fields.ts'
import { steamIdSchema } from '../../model/account.ts'
import { type Ban, BAN_TEXTS, BanError, banTermsSchema } from '../../model/ban.ts'
import { mapValues } from '../../model/objects.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { toTermsDetail } from '../../model/terms-detail.ts'
import type { UndoId } from '../../model/undo.ts'
import { readBanTerms, type TypedBan } from '../add-bans.ts'
import { toBanName, toBanReason } from '../ban-texts.ts'
import { liftBan } from '../lift-ban.ts'
import { formatBanChange } from './ban-log.ts'
import { BAN_ICON } from '../../lib/tone.ts'
import { BAN, bannedLine } from './ban-parts.ts'
import { alreadyBannedView, type AskedBan, bannedView, exemptedView, liftedView, type PendingBan } from './ban-views.ts'
import type { Action, Invocation, Subcommand, Task } from './command.ts'
import { SUBCOMMANDS, type Texts } from './texts.ts'
import { accountOption } from '../../accounts/discord/options.ts'

const PENDING: PendingKind<PendingBan> = {
  name: 'ban',
  schema: z.object({
    accounts: z.array(banTermsSchema.pick({ steamId: true, name: true }).extend({ isUnknown: z.boolean() })),
    until: z.string(),
    ...mapValues(BAN_TEXTS, () => z.string()),
  }),
}

/** Keeps the ban that a question is about for the button of the question. */
export async function keepBan({ pending, context }: Invocation, ban: PendingBan): Promise<AskedBan> {
  const { until: endsAt } = readBanTerms(ban, context.clock.unixSeconds())
  return { ...ban, id: await pending.save(PENDING, ban), endsAt }
}

/** What a user has confirmed to replace. */
interface Confirmed {
  replaces: boolean
  replacesExceptions: boolean
}
const NOTHING: Confirmed = { replaces: false, replacesExceptions: false }

/** Bans accounts and shows the result. Asks for confirmation if one of them has an exception, or if the only one is banned already. */
export async function banAndShow(invocation: Invocation, pending: PendingBan, confirmed = NOTHING): Promise<void> {
  const { context, reply, texts } = invocation
  const { accounts, ...typed } = pending
  const actor = actorOf(invocation)
  // Read before the accounts are banned, because an error after that would say that nothing was changed.
  const gameServers = await context.gameServers(actor.guildId)
  try {
    const banned = await context.banAccounts({ ...actor, accounts, typed, ...confirmed })
    const [known] = banned.alreadyBanned
    if (known && accounts.length === 1) {
      // Who replaces only the end does not lose what others wrote.
      const kept = { ...pending, ...mapValues(BAN_TEXTS, (_, name) => typed[name].trim() || known[name]) }
      return await reply.show(alreadyBannedView(known, await keepBan(invocation, kept), texts))
    }
    const sentence = context.gameReason(actor.guildId, toBanReason(typed.reason), texts.language)
    const unknown = new Set(accounts.filter(({ isUnknown }) => isUnknown).map(({ steamId }) => steamId))
    const facts = { sentence, gameServers, unknown, now: context.clock.unixSeconds() }
    await reply.show(bannedView(banned, facts, texts))
    const [ban] = accounts.length === 1 ? banned.added : []
    if (!ban) return
    await showBan(invocation, ban, banned.undo)
  } catch (error) {
    const { problem } = error instanceof BanError ? error : {}
    if (problem?.code !== 'exempted') throw error
    await reply.show(exemptedView(problem.steamIds, await keepBan(invocation, pending), confirmed, texts))
  }
}

/** Shows in the pressed alert or report the ban that its account has now. */
function showBan({ editPressed }: Invocation, ban: Ban, undo: UndoId | null): Promise<void> {
  const { steamId, reason, until, addedBy, addedAt } = ban
  const line = (own: Texts) => `${BAN_ICON} ${bannedLine({ reason, until, addedBy }, own)} · ${relativeTime(addedAt)}`
  return editPressed(steamId, (own) => ({ line: line(own), undo, saysDecision: true }))
}

/** The accounts with the names that Steam gives in time, and whether Steam has no such account; other names stay empty. */
export async function withNames(
  { context, callContext }: Invocation,
  steamIds: readonly SteamId[],
): Promise<PendingBan['accounts']> {
  const profiles = await findProfiles(context, steamIds, callContext)
  return Promise.all(
    steamIds.map(async (steamId) => {
      const name = profiles.get(steamId)?.name
      const isUnknown = name === undefined && (await context.staleAnswers.getSummary(steamId))?.value === null
      return { steamId, name: toBanName(name ?? ''), isUnknown }
    }),
  )
}

/** What was typed about a ban, for filling in its form. */
export const typedBan = ({ until, ...texts }: TypedBan) => ({ ...texts, ...typedUntil(until) })

/** The fields of a task that bans, for its errors: what was typed, and the button that opens the form with this custom id again. */
export function banFields(account: string | null, given: TypedBan): Partial<Task> {
  const steamId = steamIdSchema.safeParse(account).data
  return {
    ...(account === null ? {} : accountFields(account)),
    form: { typed: typedBan(given), ...(steamId === undefined ? {} : { customId: toCustomId(BAN, steamId) }) },
  }
}

export const banActions: Action[] = [
  // The questions whether to ban, to replace a ban, and to ban and remove an exception.
  confirmAction({
    name: 'banagain',
    args: z.tuple([pendingId, z.enum(['replace', '']), z.enum(['exempt', ''])]),
    permission: 'BanMembers',
    alsoNeeds: ([, , exempt]) => (exempt === '' ? [] : ['ManageGuild']),
    async run(invocation, [id, replace, exempt]) {
      const confirmed = { replaces: replace !== '', replacesExceptions: exempt !== '' }
      await banAndShow(invocation, await invocation.pending.load(PENDING, id), confirmed)
    },
  }),
  // The button Lift ban.
  confirmAction({
    name: 'banlift',
    args: z.tuple([steamIdSchema]),
    permission: 'BanMembers',
    run: (invocation, [steamId]) => lift(invocation, { steamId, foundBy: null }),
  }),
]

/** Lifts the ban of an account and shows that. */
async function lift(invocation: Invocation, { steamId, foundBy }: Omit<ViewedAccount, 'name'>): Promise<void> {
  const { context, reply, texts } = invocation
  const lifted = await liftBan(context, { ...actorOf(invocation), steamId })
  await reply.show(liftedView(lifted, foundBy, texts))
  const change = { action: 'ban_removed', steamId: null, detail: toTermsDetail(lifted.ban) } as const
  const line = (own: Texts) =>
    `↩️ ${formatAuthor(invocation.userId)} ${formatBanChange(change, BAN_TEXTS.reason.maxCharacters, own)}`
  await invocation.editPressed(steamId, (own) => ({ line: line(own), undo: lifted.undo, saysDecision: true }))
}

export const removeSubcommand: Subcommand = {
  name: SUBCOMMANDS.remove,
  build: (command) => command.addStringOption(accountOption),
  createTask: (options) => createAccountTask(options, (account) => accountTask(account, 'BanMembers', lift)),
}
