import type { Started } from '../conversation/conversation.ts'
import { isManager, isModerator } from '../conversation/people.ts'
import type { SimGuild } from '../guild-control.ts'
import type { SimMessage } from '../message-view.ts'
import type { SimUser } from '../people.ts'
import type { SimDiscord } from '../sim-discord.ts'
import type { PageInteraction, PageMessage, PagePerson, PageState } from './protocol.ts'
import type { WireCommand, WireMessage } from './wire-format.ts'

/** A person for the page. */
export function toPerson(person: SimUser): PagePerson {
  const { id, name, locale, permissions } = person
  return {
    id,
    name,
    locale,
    permissions: String(permissions),
    isModerator: isModerator(person),
    isManager: isManager(person),
  }
}

/** A message for the page. */
export function toPageMessage(message: SimMessage): PageMessage {
  // The simulated Discord has checked the components against Discord's rules.
  const wire = message.wire() as unknown as WireMessage
  const user = wire.interaction_metadata?.user
  const { command } = message
  return {
    wire,
    visibleTo: message.visibleTo(),
    notifies: message.notifies,
    command: command === null || user === undefined ? null : { user, name: command.name },
  }
}

/** An interaction for the page. */
export function toInteraction({
  id,
  user,
  kind,
  title,
  reply,
  message,
  customId,
  state,
  failure,
}: Started): PageInteraction {
  return {
    id,
    userId: user.id,
    channelId: String(reply.sent()['channel_id']),
    kind,
    title,
    state,
    ...(message && { messageId: message.id }),
    ...(customId !== undefined && { customId }),
    ...(failure !== undefined && { failure }),
  }
}

/** The guild with its channels and roles, for the page. */
export function toGuild(guild: SimGuild): Pick<PageState, 'guild' | 'channels' | 'roles'> {
  return {
    guild: { id: guild.id, name: guild.name(), locale: guild.locale() },
    channels: Object.entries(guild.channels()).map(([id, name]) => ({
      id,
      name,
      type: guild.channelType(id),
      isWritable: guild.isWritable(id),
    })),
    roles: Object.entries(guild.roles())
      .filter(([id]) => id !== guild.id)
      .map(([id, name]) => ({ id, name })),
  }
}

/** The deployed commands for the page. */
export function toCommands(discord: SimDiscord): readonly WireCommand[] {
  // The simulated Discord has checked them when they were deployed.
  return discord.commands.list() as WireCommand[]
}
