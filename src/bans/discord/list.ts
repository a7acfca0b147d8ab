import { z } from 'zod'
import { steamIdSchema } from '../../model/account.ts'
import { readAccountsInMessage } from '../../text/account-list.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { numberArgument } from '../../discord/custom-id.ts'
import { fitFilterText, MAX_FILTER_CHARACTERS, pageAction } from '../../discord/list.ts'
import { PER_PAGE, placeOf } from '../../discord/views/parts.ts'
import { notBanned } from '../lift-ban.ts'
import { listBans } from '../list-bans.ts'
import { BAN_ENTRY, BANS, banListView, type ShownFilter } from './ban-list-view.ts'
import { banEntryView } from './ban-views.ts'
import type { Action, Subcommand, Task } from './command.ts'
import { OPTIONS, SUBCOMMANDS, SHOW } from './texts.ts'

const SHOWN = ['active', 'expired', 'all'] as const
function showBans(wanted: number, filter: ShownFilter): Task {
  return {
    cost: 'lookup',
    permission: 'ModerateMembers',
    async run(invocation) {
      const { context, reply, texts } = invocation
      const { guildId } = actorOf(invocation)
      const [steamId] = readAccountsInMessage(filter.search).accounts
      const searched = steamId === undefined ? filter : { ...filter, search: '', steamId }
      const read = (offset: number) => listBans(context, guildId, searched, { limit: PER_PAGE, offset })
      const found = await read(wanted * PER_PAGE)
      const place = placeOf(found.matching, wanted)
      const { bans } = place.page === wanted ? found : await read(place.first)
      const facts = { filter, limit: context.banLimits.maxPerGuild, now: context.clock.unixSeconds() }
      await reply.show(banListView({ ...found, page: { ...place, shown: bans } }, facts, texts))
    },
  }
}

export const listSubcommand: Subcommand = {
  name: SUBCOMMANDS.list,
  build: (command) =>
    command
      .addStringOption((option) => localized(option, OPTIONS.search).setMaxLength(MAX_FILTER_CHARACTERS))
      .addUserOption((option) => localized(option, OPTIONS.by))
      .addStringOption((option) => localized(option, OPTIONS.show).addChoices(localizedChoices(SHOWN, SHOW))),
  createTask(options) {
    const state = SHOWN.find((name) => name === options.getString('show')) ?? 'active'
    const search = fitFilterText(options.getString('search') ?? '')
    return showBans(0, { state, search, addedBy: options.getUser('by')?.id })
  },
}

/** What a page button says that the list shows: the state, the author of the bans, and the searched text. */
const shownSchema = z.tuple([z.enum(SHOWN), z.string().regex(/^\d*$/)]).rest(z.string())

export const listActions: Action[] = [
  pageAction(BANS, (page, shown) => {
    const [state, addedBy, ...search] = shownSchema.parse(shown)
    return showBans(page, { state, addedBy: addedBy === '' ? undefined : addedBy, search: search.join(':') })
  }),
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
