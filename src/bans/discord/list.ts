import { z } from 'zod'
import { steamIdSchema } from '../../model/account.ts'
import { readAccountsInMessage } from '../../text/account-list.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { numberArgument } from '../../discord/custom-id.ts'
import { fitFilterText, textArgument } from '../../discord/filter-text.ts'
import { notBanned } from '../lift-ban.ts'
import { listBans } from '../list-bans.ts'
import { BAN_ENTRY, BANS, banListView, PER_PAGE, type ShownFilter } from './ban-list-view.ts'
import { banEntryView } from './ban-views.ts'
import type { Action, Subcommand, Task } from './command.ts'
import { OPTIONS, SUBCOMMANDS, SHOW } from './texts.ts'

const SHOWN = ['active', 'expired', 'all'] as const
/** Maximum length of a searched text, so that it fits into the buttons of the list. */
const MAX_TEXT = 48

function showBans(filter: ShownFilter, wanted: number): Task {
  return {
    cost: 'lookup',
    permission: 'ModerateMembers',
    async run(invocation) {
      const { context, reply, texts } = invocation
      const { guildId } = actorOf(invocation)
      const [steamId] = readAccountsInMessage(filter.search).accounts
      const toPage = (page: number) =>
        listBans(
          context,
          guildId,
          { ...filter, ...(steamId === undefined ? {} : { search: '', steamId }) },
          { limit: PER_PAGE, offset: page * PER_PAGE },
        )
      const first = await toPage(wanted)
      const page = Math.min(wanted, Math.max(1, Math.ceil(first.matching / PER_PAGE)) - 1)
      const shown = page === wanted ? first : await toPage(page)
      const facts = { filter, page, limit: context.banLimits.maxPerGuild, now: context.clock.unixSeconds() }
      await reply.show(banListView(shown, facts, texts))
    },
  }
}

export const listSubcommand: Subcommand = {
  name: SUBCOMMANDS.list,
  build: (command) =>
    command
      .addStringOption((option) => localized(option, OPTIONS.search).setMaxLength(MAX_TEXT))
      .addUserOption((option) => localized(option, OPTIONS.by))
      .addStringOption((option) => localized(option, OPTIONS.show).addChoices(localizedChoices(SHOWN, SHOW))),
  createTask(options) {
    const state = SHOWN.find((name) => name === options.getString('show')) ?? 'active'
    const search = fitFilterText(options.getString('search') ?? '')
    return showBans({ state, search, addedBy: options.getUser('by')?.id }, 0)
  },
}

/** A Discord id, written with the digits of base 36 so that it fits beside a searched text; empty for none. */
const userArgument = z
  .string()
  .regex(/^[0-9a-z]{0,13}$/)
  .transform((digits) => (digits === '' ? undefined : String(Array.from(digits).reduce(addDigit, 0n))))
const addDigit = (number: bigint, digit: string) => number * 36n + BigInt(Number.parseInt(digit, 36))

export const listActions: Action[] = [
  {
    // The page buttons.
    name: BANS,
    createTask(args) {
      const schema = z.tuple([z.enum(SHOWN), numberArgument(4), userArgument, textArgument])
      const [state, page, addedBy, search] = schema.parse(args)
      return { ...showBans({ state, search, addedBy }, page), errorAsFollowUp: true }
    },
  },
  {
    // The menu of the entries; the answer is a new message, so that the list stays.
    name: BAN_ENTRY,
    defersReply: true,
    createTask(_, { values }) {
      const [steamId, id] = z.tuple([steamIdSchema, numberArgument(15)]).parse(values[0]?.split(':'))
      return {
        cost: 'free',
        permission: 'ModerateMembers',
        async run(invocation) {
          const { context, reply, texts } = invocation
          const filter = { search: '', steamId, state: 'all' } as const
          const page = { limit: 100, offset: 0 }
          const { bans } = await listBans(context, actorOf(invocation).guildId, filter, page)
          const ban = bans.find((each) => each.id === id)
          if (!ban) throw await notBanned(context, actorOf(invocation).guildId, steamId)
          await reply.show(banEntryView(ban, context.clock.unixSeconds(), texts))
        },
      }
    },
  },
]
