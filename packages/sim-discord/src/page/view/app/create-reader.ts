import type { MessageReader } from '../render/reader-context.ts'
import { showCommand } from '../state/command-entries.ts'
import type { AppTools } from './app-context.ts'

/** The client that shows messages to the current person. */
export function createReader({
  state,
  page,
  person,
  texts,
  actions,
  now,
  timeZone,
}: AppTools & { now: number; timeZone: string }): MessageReader {
  const names = {
    user: new Map(
      [...page.people, ...page.messages.map(({ wire }) => wire.author)].map((each) => [each.id, displayName(each)]),
    ),
    role: new Map(page.roles.map(({ id, name }) => [id, name])),
    channel: new Map(page.channels.map(({ id, name }) => [id, name])),
  }
  return {
    locale: person.locale,
    now,
    timeZone,
    texts,
    nameOf: (id, kind) => names[kind].get(id),
    showCommand: (name) => showCommand(page.commands, name, person.locale),
    choosable: [
      ...page.people.map(({ id, name }) => ({ id, name, kind: 'user' as const })),
      ...page.roles.map(({ id, name }) => ({ id, name, kind: 'role' as const })),
      ...page.channels.map(({ id, name, type }) => ({ id, name, kind: 'channel' as const, channelType: type })),
    ],
    mediaUrl: (url, isDownload = false) => `/media?url=${encodeURIComponent(url)}${isDownload ? '&download=1' : ''}`,
    isWaiting: (messageId, customId) =>
      state.interactions.some(
        (each) =>
          each.state === 'waiting' &&
          each.userId === person.id &&
          each.messageId === messageId &&
          each.customId === customId,
      ),
    useComponent: actions.useComponent,
  }
}

const displayName = (each: { name: string } | { username: string; global_name: string | null }): string =>
  'name' in each ? each.name : (each.global_name ?? each.username)
