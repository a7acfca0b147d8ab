import { nonEmpty } from '../../discord/view.ts'
import { BAN_ICON } from '../../lib/tone.ts'
import { z } from 'zod'
import { steamIdSchema } from '../../model/account.ts'
import { readAccountsInMessage } from '../../text/account-list.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { numberArgument, toCustomId } from '../../discord/custom-id.ts'
import { fitFilterText, MAX_FILTER_CHARACTERS, pageAction, listView, menuRows } from '../../discord/list.ts'
import { PER_PAGE, placeOf, relativeTime, type Page } from '../../discord/views/parts.ts'
import { notBanned } from '../lift-ban.ts'
import { listBans, type BanFilter, type BanPage, type StoredBan } from '../list-bans.ts'
import { banEntryView } from './ban-views.ts'
import type { Action, Subcommand, Task } from './command.ts'
import { OPTIONS, SUBCOMMANDS, SHOW, type Texts } from './texts.ts'
import { userMention } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import type { View } from '../../discord/view.ts'
import { stripInvisible } from '../../lib/visible-text.ts'
import { mentionedUser } from '../../model/actor.ts'
import { ENDED_ICON, formatBanEnd, formatBanned, formatBanReason, privateLines } from './ban-parts.ts'

/** The names of the actions of the page buttons and of the menu. */
const BANS = 'bans'
const BAN_ENTRY = 'banentry'

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
          await reply.show(banEntryView(ban, null, context.clock.unixSeconds(), texts))
        },
      }
    },
  },
]

const OPTION_CHARACTERS = 100
/** With less room, a private text of an entry is left out. */
const MIN_PRIVATE_CHARACTERS = 20

/** What a list shows. */
export type ShownFilter = Pick<BanFilter, 'search' | 'addedBy' | 'state'>

/** A page of the bans that match a filter, and how many bans match it and are active. */
interface ShownBans extends Pick<BanPage, 'matching' | 'active'> {
  page: Page<StoredBan>
}

interface ListFacts {
  filter: ShownFilter
  /** Maximum number of bans of the server. */
  limit: number
  /** Unix seconds. */
  now: number
}

/** The message with one page of a ban list, the newest ban first, and a menu of its bans. */
function banListView({ page, matching, active }: ShownBans, { filter, limit, now }: ListFacts, texts: Texts): View {
  const { banlist } = texts
  const menu = page.shown.map((ban) => ({
    label: stripInvisible(ban.name, OPTION_CHARACTERS) || ban.steamId,
    value: `${ban.steamId}:${ban.id}`,
    description: nonEmpty(ban.steamId, ban.reason).join(' · '),
    icon: iconOf(ban, now),
  }))
  return listView(
    {
      head: [
        `## ${BAN_ICON} ${banlist.title}`,
        ...filterLines(filter, texts),
        `**${banlist.matching({ count: matching })}**`,
      ],
      page,
      format: (ban, room) => formatEntry(ban, now, room, texts),
      empty: isFiltered(filter) || active > 0 ? banlist.noMatch : banlist.empty,
      foot: [`-# ${texts.common.room({ count: active, limit })}`],
      menu: menuRows(toCustomId(BAN_ENTRY), banlist.openEntry, menu),
      toPage: (to) => toCustomId(BANS, to, filter.state, filter.addedBy ?? '', filter.search),
    },
    texts,
  )
}

const isFiltered = ({ search, addedBy, state }: ShownFilter) =>
  search !== '' || addedBy !== undefined || state !== 'active'

function filterLines({ search, addedBy, state }: ShownFilter, { banlist, commas, language }: Texts): string[] {
  const conditions = [
    ...(state === 'active' ? [] : [SHOW[state][language]]),
    ...(search === '' ? [] : [banlist.withText({ text: formatSearch(search) })]),
    ...(addedBy === undefined ? [] : [banlist.byPerson({ who: formatAuthor(addedBy) })]),
  ]
  return conditions.length > 0 ? [banlist.filtered({ filter: commas(conditions) })] : []
}

/** A searched text; a mention stays one, so that it is read as a name. */
const formatSearch = (search: string) => {
  const userId = mentionedUser(search)
  return userId === undefined ? escapeMarkdown(search, OPTION_CHARACTERS) : userMention(userId)
}

const isEnded = ({ until }: StoredBan, now: number) => until !== null && until <= now

const iconOf = (ban: StoredBan, now: number) => (isEnded(ban, now) ? ENDED_ICON : BAN_ICON)

/** A ban in about `room` characters: account and reason; in small print by whom, when and until when, and the private texts as far as they fit. */
function formatEntry(ban: StoredBan, now: number, room: number, texts: Texts): string {
  const { addedBy, addedAt, importNumber, until, reason } = ban
  const { common, ownBan } = texts
  const shown = formatBanReason(reason)
  const first = `${iconOf(ban, now)} ${formatBanned(ban, texts)}${shown === '' ? '' : ` · ${shown}`}`
  const facts = [
    common.addedBy({ who: formatAuthor(addedBy), when: relativeTime(addedAt) }),
    ...(importNumber === null ? [] : [ownBan.ofImport({ count: importNumber })]),
    ...endFacts(until, isEnded(ban, now), texts),
  ]
  const lines = `${first}\n-# ${facts.join(' · ')}`
  const limits = { room: room - lines.length, minCharacters: MIN_PRIVATE_CHARACTERS }
  return [lines, ...privateLines(ban, texts, limits)].join(' · ')
}

function endFacts(until: number | null, hasEnded: boolean, texts: Texts): string[] {
  if (until === null) return []
  const end = formatBanEnd(until, texts)
  return [hasEnded ? texts.banlist.ended({ when: end }) : texts.common.untilWhen({ when: end })]
}
