import { contextOf, ownersOf } from './integration-owners.ts'
import { ANSWER_WITHIN_MS, announce, type Interaction } from './interactions.ts'
import { toWireMessage } from './message-wire.ts'
import { toMember, type Person } from './person.ts'
import type { State } from './state.ts'
import { ATTACHMENT_SIZE_LIMIT, PERMISSION, toWireUser } from './wire.ts'

const ALL_PERMISSIONS = 2n ** 50n - 1n
/** Interactions in a guild that has added the commands only. */
const WITHOUT_BOT = PERMISSION.embedLinks | PERMISSION.attachFiles

const GROUP_CHANNEL = 3

/** The part of an interaction that depends on what the user did. */
export interface Action {
  type: number
  data: object
  /** The id of the message with the component. */
  clickedId?: string | undefined
  /** The interaction whose modal is submitted. */
  openedBy?: Interaction
  /** Fields that replace those of a regular interaction. */
  overrides?: object
}

/** Sends an interaction to the bot. */
export type Send = (person: Person, action: Action) => Interaction

/** Sends interactions through the gateway. */
export function createSender(
  state: State,
  dispatch: (event: string, data: object, guildId: string | null) => void,
): Send {
  return (person, { type, data, clickedId, openedBy, overrides = {} }) => {
    const clicked = clickedId === undefined ? undefined : state.messages.find(clickedId)
    const user = state.people.get(person.id) ?? toWireUser(person.id, person.name)
    const { guildId } = person
    const channelId = clicked?.channelId ?? person.channelId
    const kind = 'type' in overrides ? Number(overrides.type) : type
    const interaction = state.interactions.create({
      type: kind,
      user,
      channelId,
      guildId,
      ...(clicked === undefined ? {} : { clicked }),
      ...(openedBy === undefined ? {} : { openedBy }),
    })
    interaction.sent = {
      id: interaction.id,
      application_id: state.author.applicationId,
      type,
      token: interaction.token,
      version: 1,
      data,
      channel_id: channelId,
      ...toChannelFields(state, person, channelId),
      context: contextOf(person),
      authorizing_integration_owners:
        openedBy?.sent['authorizing_integration_owners'] ??
        ownersOf(state, person, { command: 'id' in data ? state.commands.byId(String(data.id)) : undefined, clicked }),
      ...(guildId === null ? { user } : { member: { user, ...toMember(person), deaf: false, mute: false } }),
      locale: person.locale,
      entitlements: [],
      attachment_size_limit: ATTACHMENT_SIZE_LIMIT,
      ...(clicked === undefined ? {} : { message: toWireMessage(clicked, state.author) }),
      ...overrides,
    }
    dispatch('INTERACTION_CREATE', interaction.sent, guildId)
    // Lets waiting listeners see the failure of an interaction without an answer.
    setTimeout(() => {
      if (interaction.answer === undefined) announce(interaction)
    }, ANSWER_WITHIN_MS + 50).unref()
    return interaction
  }
}

function toChannelFields({ guilds }: State, { guildId, permissions, isPrivate }: Person, channelId: string): object {
  if (guildId === null) {
    return {
      app_permissions: String(ALL_PERMISSIONS),
      channel: { id: channelId, type: isPrivate ? GROUP_CHANNEL : 1, last_message_id: null, flags: 0 },
    }
  }
  const guild = guilds.find(guildId)
  const channel = guild?.channels.get(channelId)
  const locale = guild?.locale ?? 'en-US'
  const appPermissions = guild?.hasBot ? guilds.permissionsIn(guild) & ~(channel?.denied ?? 0n) : WITHOUT_BOT
  return {
    app_permissions: String(appPermissions),
    channel: {
      id: channelId,
      type: channel?.type ?? 0,
      guild_id: guildId,
      name: channel?.name ?? 'moderation',
      permissions: String(permissions),
      position: 0,
      parent_id: null,
      topic: null,
      nsfw: false,
      last_message_id: null,
      rate_limit_per_user: 0,
      flags: 0,
    },
    guild_id: guildId,
    guild: { id: guildId, locale, features: [] },
    guild_locale: locale,
  }
}
