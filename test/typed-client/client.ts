// What a tool author writes with the types of our OpenAPI document, which are generated into build/ before this is compiled.
import createClient from 'openapi-fetch'
import type { components, paths } from './build/api.js'

const [, , baseUrl = '', steamId = '', unknownId = '', token = ''] = process.argv

const api = createClient<paths>({
  baseUrl,
  headers: { 'User-Agent': 'typed-client/1.0 (tools@example.org)' },
})

/** What to do about an error, by its code: the compiler knows all codes. */
function advice(code: components['schemas']['ErrorCode']): string {
  switch (code) {
    case 'account_not_found':
    case 'malformed_account':
      return 'correct the input'
    case 'rate_limited':
    case 'platform_unavailable':
      return 'try again later'
    default:
      return 'give up'
  }
}

const account = await api.GET('/api/lookup', { params: { query: { steamId } } })
const byBody = await api.POST('/api/lookup', { body: { input: steamId } })
const missing = await api.GET('/api/lookup', { params: { query: { steamId: unknownId } } })
const batch = await api.POST('/api/lookup/batch', { body: { steamIds: [steamId, 'https://example.org/'] } })
const failed = await api.POST('/api/lookup/batch', { body: { steamIds: ['https://example.org/'] } })
const comparison = await api.GET('/api/compare', { params: { query: { steamId, other: 'example_roof_raider' } } })
const sameTwice = await api.GET('/api/compare', { params: { query: { steamId, other: steamId } } })
const stats = await api.GET('/api/rust-stats', { params: { query: { steamId } } })
const inventory = await api.GET('/api/inventory', { params: { query: { steamId } } })
const scan = await api.POST('/api/friends', { body: { steamId, found: true }, parseAs: 'text' })
const avatar = account.data?.profile.avatarfull ?? ''
const image = await api.GET('/api/image', { params: { query: { url: avatar } }, parseAs: 'blob' })
const ready = await api.GET('/readyz')

const withToken = { headers: { Authorization: `Bearer ${token}` } }
const verdict = await api.GET('/api/verdict', { params: { query: { steamId } }, ...withToken })
const verdicts = await api.POST('/api/verdict/batch', {
  body: { steamIds: [steamId, 'https://example.org/'] },
  ...withToken,
})
const refused = await api.GET('/api/verdict', { params: { query: { steamId } } })

/** What a game server of one's own may do: the compiler knows that there is a third verdict. */
function decide({ verdict: word, mode }: components['schemas']['Verdict']): string {
  switch (word) {
    case 'allow':
      return 'let in'
    case 'deny':
      return mode === 'enforce' ? 'refuse' : 'let in and note'
    case 'unknown':
      return 'ask again'
  }
}

/** What a moderator reads: the compiler knows the values of each fact, and that there may be new ones. */
function sentence(fact: components['schemas']['WorthKnowing']): string {
  switch (fact.code) {
    case 'bannedFriends':
      return `${fact.banned} of ${fact.checked} friends are banned`
    case 'recentBan':
    case 'young':
      return `${fact.code} ${fact.days}`
    default:
      return fact.code
  }
}
const afterScan = await api.GET('/api/lookup', { params: { query: { steamId } } })

type ScanEvent = components['schemas']['ScanEvent']
const events = String(scan.data)
  .split('\n\n')
  .filter((event) => event.startsWith('data: '))
  .map((event) => JSON.parse(event.slice('data: '.length)) as ScanEvent)
const found = events.flatMap((event) => ('found' in event ? event.found.friends : []))
const result = events.find((event) => 'friends' in event)

console.log(
  JSON.stringify({
    name: account.data?.profile.personaname,
    isBanned: account.data?.bans.VACBanned,
    worthKnowing: [account, afterScan].map(({ data }) => data?.worthKnowing.map(sentence)),
    sameByBody: byBody.data?.steamId === account.data?.steamId,
    missing: missing.error && advice(missing.error.code),
    batch: batch.data && [batch.data.resolved, batch.data.failures.map(({ code }) => code)],
    failed: failed.error && 'failures' in failed.error && failed.error.failures?.map(({ code }) => code),
    shared: comparison.data?.shared?.map(({ personaname, friendSince: [since] }) => [personaname, since]),
    friendLists: comparison.data?.accounts.map(({ friendList }) => friendList.state),
    sameTwice: sameTwice.error?.code,
    kills: stats.data?.stats.combat.kills,
    items: inventory.data?.items.map(({ name }) => name),
    friends: result?.friends.map(({ personaname, banned }) => [personaname, banned]),
    found: found.map(({ personaname }) => personaname),
    image: image.response.headers.get('content-type'),
    ready: ready.data?.ready,
    verdict: verdict.data && [decide(verdict.data), verdict.data.policy.name],
    verdicts: verdicts.data?.results.map(({ input, verdict: word }) => [input === steamId, word]),
    refused: refused.error?.code,
  }),
)
