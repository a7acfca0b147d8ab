import { z } from 'zod'
import { json, refuse, refuseForm, type Answer } from './answer.ts'
import { answerApplication } from './application.ts'
import { openChannel, reject } from './channel-access.ts'
import { editMessage, listMessages, postMessage } from './channel-messages.ts'
import type { Payload } from './compose.ts'
import { toWireChannel, toWireOwnGuild, toWireRole } from './guild-wire.ts'
import { snowflake } from './limits/controls.ts'
import { check } from './limits/problems.ts'
import { toMember } from './person.ts'
import type { Route } from './routes.ts'
import type { State } from './state.ts'

const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(200),
  before: snowflake.optional(),
  after: snowflake.optional(),
  with_counts: z.string().optional(),
})

/** A request with the bot's token. */
export interface BotCall {
  method: string
  query: URLSearchParams
  route: Route
  payload: Payload
}

/** Answers a request with the bot's token, except those for commands. */
export function answerBot(state: State, { method, query, route, payload }: BotCall): Answer {
  // The second part is the id of a user or of a message.
  const [id = '', userId = ''] = route.parts
  switch (route.name) {
    case 'gateway': {
      const { maxConcurrency } = state
      const limit = { total: 1000, remaining: 999, reset_after: 14_400_000, max_concurrency: maxConcurrency }
      return json(200, { url: toGatewayUrl(state.url), shards: recommendShards(state), session_start_limit: limit })
    }
    case 'self':
      return json(200, state.author.user)
    case 'application':
      return answerApplication(state, method, payload.json)
    case 'guilds':
      return listGuilds(state, query)
    case 'roles':
      return listRoles(state, id)
    case 'member':
      return readMember(state, id, userId)
    case 'channel': {
      const access = openChannel(state, id)
      return 'refused' in access ? access.refused : json(200, toWireChannel(access.channel, state.author.user.id))
    }
    case 'history':
      return listMessages(state, id, query)
    case 'message':
      return postMessage(state, id, payload)
    case 'messageEdit':
      return editMessage(state, id, userId, payload)
    default:
      return answerCommands(state, { method, query, route, payload })
  }
}

function answerCommands({ author, commands, violations }: State, { method, query, route, payload }: BotCall): Answer {
  const [id = ''] = route.parts
  if (id !== author.applicationId) return refuse(404, 10002, 'Unknown Application', `no such application: ${id}`)
  if (method === 'GET') return json(200, commands.list(query.get('with_localizations') === 'true'))
  const { answer, remarks } = commands.put(payload.json)
  violations.push(...remarks)
  return answer
}

const GUILDS_PER_SHARD = 1_000

/** The number of shards that Discord recommends. */
const recommendShards = ({ guilds }: State) =>
  Math.max(1, Math.ceil(guilds.all().filter(({ hasBot }) => hasBot).length / GUILDS_PER_SHARD))

/** The guilds of the bot, by id; without `before` and `after`, the first ones. */
function listGuilds({ guilds }: State, query: URLSearchParams): Answer {
  const checked = check(pageSchema, Object.fromEntries(query))
  if ('problems' in checked) return refuseForm(checked.problems)
  const { limit, before, after } = checked.value
  const own = guilds
    .all()
    .filter(({ id, hasBot }) => hasBot && (after === undefined || BigInt(id) > BigInt(after)))
    .filter(({ id }) => before === undefined || BigInt(id) < BigInt(before))
    .toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
  const page = before === undefined ? own.slice(0, limit) : own.slice(-limit)
  return json(
    200,
    page.map((guild) => toWireOwnGuild(guild, guilds.permissionsIn(guild))),
  )
}

function listRoles({ guilds }: State, guildId: string): Answer {
  const guild = guilds.find(guildId)
  if (!guild?.hasBot) return reject(404, 10004, 'Unknown Guild')
  return json(200, [...guild.roles.values()].map(toWireRole))
}

/** One member, which a bot in the guild may read without an intent. */
function readMember({ guilds, members, people }: State, guildId: string, userId: string): Answer {
  if (!guilds.find(guildId)?.hasBot) return reject(404, 10004, 'Unknown Guild')
  const member = members.get(userId)
  if (member?.guildId !== guildId) return reject(404, 10007, 'Unknown Member')
  const { permissions: _, ...fields } = toMember(member)
  return json(200, { ...fields, user: people.get(userId), deaf: false, mute: false })
}

/** The WebSocket URL of the gateway. */
export function toGatewayUrl(url: string): string {
  return url.replace(/^http/, 'ws')
}
