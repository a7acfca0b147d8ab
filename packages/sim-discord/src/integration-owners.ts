import type { Deployed } from './commands.ts'
import type { Guilds } from './guilds.ts'
import type { Message } from './messages.ts'
import type { Person } from './person.ts'
import type { State } from './state.ts'
import type { IntegrationOwners } from './wire.ts'

/** The kinds of installation. */
const GUILD = 0
const USER = 1

/** What an interaction uses: a command, or a component of a message. */
interface Used {
  command?: Deployed | undefined
  clicked?: Message | undefined
}

/** Who has installed the app where a person uses it. For a component, the user is the one whose interaction created the message. */
export function ownersOf(state: State, person: Person, { command, clicked }: Used): IntegrationOwners {
  const isFor = (type: 0 | 1) => command === undefined || (command.integration_types ?? [GUILD]).includes(type)
  const guildId = person.guildId === null ? botChannel(person) : ownGuild(state, person.guildId)
  const userId = clicked === undefined ? (person.hasInstalled ? person.id : undefined) : ownersIn(clicked)['1']
  return {
    ...(guildId !== undefined && isFor(GUILD) ? { '0': guildId } : {}),
    ...(userId !== undefined && isFor(USER) ? { '1': userId } : {}),
  }
}

/** Discord sends 0 in place of a guild in the channel with the bot. */
const botChannel = ({ isPrivate }: Person) => (isPrivate ? undefined : '0')

const ownGuild = ({ guilds }: State, guildId: string) => (hasApp(guilds, guildId) ? guildId : undefined)

/** Whether a guild has installed the app; one that is not simulated has. */
export const hasApp = (guilds: Guilds, guildId: string): boolean => guilds.find(guildId)?.hasCommands ?? true

/** The owners of the interaction that created a message. */
const ownersIn = ({ origin }: Message): IntegrationOwners =>
  origin.kind === 'channel' ? {} : (origin.metadata.authorizing_integration_owners ?? {})

/** The kind of the channel, as in the field `context`: in a guild, with the bot, or between users. */
export const contextOf = ({ guildId, isPrivate }: Person): 0 | 1 | 2 => (guildId !== null ? 0 : isPrivate ? 2 : 1)
