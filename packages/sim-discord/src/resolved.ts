import { toWireAttachment, type Attachment } from './attachments.ts'
import { toWireRole } from './guild-wire.ts'
import { toMember, type Person } from './person.ts'
import type { State } from './state.ts'
import { toWireUser } from './wire.ts'

/** The things that the values of an interaction refer to. */
export interface Referred {
  attachments: Attachment[]
  userIds: string[]
  roleIds: string[]
  channelIds: string[]
}

/** The `resolved` field of an interaction's data; no field if it refers to nothing. */
export function toResolved(state: State, person: Person, given: Partial<Referred>): { resolved?: object } {
  const referred: Referred = { attachments: [], userIds: [], roleIds: [], channelIds: [], ...given }
  const guild = state.guilds.find(person.guildId ?? '')
  const channels = referred.channelIds.flatMap((id) => guild?.channels.get(id) ?? [])
  const roles = referred.roleIds.flatMap((id) => guild?.roles.get(id) ?? [])
  const members = referred.userIds.flatMap((id) => state.members.get(id) ?? [])
  const things: Record<string, [id: string, thing: object][]> = {
    attachments: referred.attachments.map((attachment) => [attachment.id, toWireAttachment(attachment)]),
    users: referred.userIds.map((id) => [id, state.people.get(id) ?? toWireUser(id, 'user')]),
    members: members
      .filter(({ guildId }) => guildId !== null && guildId === person.guildId)
      .map((member) => [member.id, toMember(member)]),
    roles: roles.map((role) => [role.id, toWireRole(role)]),
    channels: channels.map(({ id, name, type }) => {
      // The permissions of the user, not those of the bot.
      const permissions = String(person.permissions)
      return [id, { id, name, type, permissions, guild_id: person.guildId, parent_id: null, position: 0, flags: 0 }]
    }),
  }
  const resolved = Object.entries(things)
    .filter(([, each]) => each.length > 0)
    .map(([kind, each]): [string, object] => [kind, Object.fromEntries(each)])
  return resolved.length === 0 ? {} : { resolved: Object.fromEntries(resolved) }
}
