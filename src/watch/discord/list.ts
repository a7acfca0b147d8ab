import { z } from 'zod'
import { notesFor } from '../../accounts/discord/server-notes.ts'
import { findShownProfile } from '../../accounts/find-profiles.ts'
import { type ListFilter, listWatches, type WatchEntry } from '../list-watches.ts'
import { readAuditLog } from '../read-audit-log.ts'
import { WatchError } from '../../model/watch.ts'
import { watchStatus } from '../watch-status.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Action, Invocation, Subcommand, Task } from './command.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { pageOf } from '../../discord/views/parts.ts'
import { fitFilterText, MAX_FILTER_CHARACTERS, pageAction } from '../../discord/list.ts'
import { watchListView } from './watch-list-view.ts'
import { LOG, WATCHED, WATCHES } from './watch-parts.ts'
import { watchLogView } from './watch-log-view.ts'
import { entryView } from './watch-views.ts'
import { steamIdSchema } from '../../model/account.ts'
import { OPTIONS, SUBCOMMANDS, SHOW } from './texts.ts'

const SHOWN = ['all', 'changed', 'banned', LOG] as const

function showList(page: number, show: (typeof SHOWN)[number], text: string): Task {
  return {
    cost: 'lookup',
    permission: 'ModerateMembers',
    run: (invocation) => (show === LOG ? showLog(invocation, page) : showEntries(invocation, page, { show, text })),
  }
}

async function showLog(invocation: Invocation, page: number): Promise<void> {
  const { context, isAllowed, reply, texts } = invocation
  const log = await readAuditLog(context, actorOf(invocation).guildId, isAllowed('ManageGuild'))
  await reply.show(watchLogView(log, page, context.otherChanges(texts.language), texts))
}

async function showEntries(invocation: Invocation, wantedPage: number, filter: ListFilter): Promise<void> {
  const { context, reply, texts } = invocation
  const { guildId } = actorOf(invocation)
  const [{ entries }, status] = await Promise.all([
    listWatches(context, guildId, filter),
    watchStatus(context, guildId),
  ])
  const page = pageOf(entries, wantedPage)
  const shown = await Promise.all(
    page.shown.map(async (entry) => ({ ...entry, profile: await findProfile(invocation, entry) })),
  )
  const now = context.clock.unixSeconds()
  const ownBans = notesFor(invocation).ownBans(entries.map(({ steamId }) => steamId))
  const listed = entries.toSpliced(page.first, shown.length, ...shown)
  await reply.show(watchListView({ entries: listed, filter, status, ownBans, now }, wantedPage, texts))
}

/** The profile of an entry; asks Steam for one that is not known. */
async function findProfile({ context, callContext }: Invocation, { steamId, profile }: WatchEntry) {
  return profile.name === null ? findShownProfile(context, steamId, callContext) : profile
}

export const listSubcommand: Subcommand = {
  name: SUBCOMMANDS.list,
  build: (command) =>
    command
      .addStringOption((option) => localized(option, OPTIONS.show).addChoices(localizedChoices(SHOWN, SHOW)))
      .addStringOption((option) => localized(option, OPTIONS.text).setMaxLength(MAX_FILTER_CHARACTERS)),
  createTask(options) {
    const show = SHOWN.find((name) => name === options.getString('show')) ?? 'all'
    return showList(0, show, fitFilterText(options.getString('text') ?? ''))
  },
}

export const listActions: Action[] = [
  pageAction(WATCHES, (page, [show, ...text]) => showList(page, z.enum(SHOWN).parse(show), text.join(':'))),
  {
    // The button of an alert about several accounts.
    name: 'watchlist',
    defersReply: true,
    createTask: () => showList(0, 'changed', ''),
  },
  {
    // The menu of the entries; the answer is a new message, so that the list stays.
    name: WATCHED,
    defersReply: true,
    createTask(_, { values }) {
      const steamId = steamIdSchema.parse(values[0])
      return {
        cost: 'lookup',
        permission: 'ModerateMembers',
        async run(invocation) {
          const { context, reply, texts } = invocation
          const { guildId } = actorOf(invocation)
          const { entries } = await listWatches(context, guildId, { show: 'all', text: steamId })
          const entry = entries.find((each) => each.steamId === steamId)
          if (!entry) throw new WatchError({ code: 'not_watched', steamId })
          const [profile, ownBan] = await Promise.all([
            findProfile(invocation, entry),
            notesFor(invocation).ownBan(steamId),
          ])
          await reply.show(entryView({ ...entry, profile, ownBan }, context.clock.unixSeconds(), texts))
        },
      }
    },
  },
]
