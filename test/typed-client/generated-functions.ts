// What a tool author writes with functions that oazapfts generates from our OpenAPI document into build/.
import { HttpError, ok } from '@oazapfts/runtime'
import {
  defaults,
  lookUp,
  readEvents,
  type ApiError,
  type BanAddedEvent,
  type CommunityEvent,
} from './build/functions.js'

const [, , baseUrl = '', steamId = ''] = process.argv
defaults.baseUrl = baseUrl
defaults.headers = { 'User-Agent': 'generated-functions/1.0 (tools@example.org)' }

/** What a panel shows of an event: the compiler knows the object of each type. */
function describe(event: CommunityEvent): string {
  if (event.type === 'ban.added') return describeBan(event)
  if (event.type === 'account.ban_changed') return `${event.object.changes.length} changes`
  return event.type
}
const describeBan = ({ object: { steamId: banned, reason } }: BanAddedEvent) => `${banned}: ${reason}`

/** The schema of errors does not shadow the language's own. */
const toError = ({ error, code }: ApiError): Error => new Error(error, { cause: code })

const account = await ok(lookUp(steamId))
const events = await ok(readEvents({ types: ['ban.added', 'ban.removed'] })).then(
  (page) => page.events.map(describe),
  (error: HttpError) => toError(error.data as ApiError).cause,
)
console.log(JSON.stringify({ name: account.profile.personaname, events }))
