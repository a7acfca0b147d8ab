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
import { numberArgument } from '../../discord/custom-id.ts'
import { pageOf } from '../../discord/views/parts.ts'
import { fitFilterText, textArgument } from '../../discord/filter-text.ts'
import { watchListView } from './watch-list-view.ts'
import { watchLogView } from './watch-log-view.ts'
import { entryView } from './watch-views.ts'
import { steamIdSchema } from '../../model/account.ts'
import { OPTIONS, SUBCOMMANDS, SHOW } from './texts.ts'

const SHOWN = ['all', 'changed', 'banned', 'log'] as const
/** Maximum length of a filter text, so that it fits into the buttons of the list. */
const MAX_TEXT = 48

/** What a list shows: the entries that pass a filter, or the log. */
interface Shown {
  show: ListFilter['show'] | 'log'
  text: string
}

function showList({ show, text }: Shown, page: number): Task {
  return {
    cost: 'lookup',
    permission: 'ModerateMembers',
    async run(invocation) {
      const { context, isAllowed, reply, texts } = invocation
      const { guildId } = actorOf(invocation)
      if (show === 'log') {
        const log = await readAuditLog(context, guildId, isAllowed('ManageGuild'))
        return reply.show(watchLogView(log, page, context.otherChanges(texts.language), texts))
      }
      const filter = { show, text }
      const [{ entries }, status] = await Promise.all([
        listWatches(context, guildId, filter),
        watchStatus(context, guildId),
      ])
      const shown = await withProfiles(invocation, entries, page)
      const now = context.clock.unixSeconds()
      const ownBans = notesFor(invocation).ownBans(entries.map(({ steamId }) => steamId))
      await reply.show(watchListView({ entries: shown, filter, status, ownBans, now }, page, texts))
    },
  }
}

/** Adds profiles to the entries of a page; asks Steam for unknown profiles. */
async function withProfiles(invocation: Invocation, entries: WatchEntry[], page: number): Promise<WatchEntry[]> {
  const { shown } = pageOf(entries, page)
  const profiles = new Map(
    await Promise.all(shown.map(async (entry) => [entry.steamId, await findProfile(invocation, entry)] as const)),
  )
  return entries.map((entry) => ({ ...entry, profile: profiles.get(entry.steamId) ?? entry.profile }))
}

async function findProfile({ context, callContext }: Invocation, { steamId, profile }: WatchEntry) {
  return profile.name === null ? findShownProfile(context, steamId, callContext) : profile
}

export const listSubcommand: Subcommand = {
  name: SUBCOMMANDS.list,
  build: (command) =>
    command
      .addStringOption((option) => localized(option, OPTIONS.show).addChoices(localizedChoices(SHOWN, SHOW)))
      .addStringOption((option) => localized(option, OPTIONS.text).setMaxLength(MAX_TEXT)),
  createTask(options) {
    const show = SHOWN.find((name) => name === options.getString('show')) ?? 'all'
    return showList({ show, text: fitFilterText(options.getString('text') ?? '') }, 0)
  },
}

export const listActions: Action[] = [
  {
    // The page buttons.
    name: 'watches',
    createTask(args) {
      const [show, page, text] = z.tuple([z.enum(SHOWN), numberArgument(4), textArgument]).parse(args)
      return { ...showList({ show, text }, page), errorAsFollowUp: true }
    },
  },
  {
    // The button of an alert about several accounts.
    name: 'watchlist',
    defersReply: true,
    createTask: () => showList({ show: 'changed', text: '' }, 0),
  },
  {
    // The menu of the entries; the answer is a new message, so that the list stays.
    name: 'watched',
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
