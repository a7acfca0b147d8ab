import { z } from 'zod'
import { whenReady } from '../../lib/maybe-promise.ts'
import { batchResultSchema } from '../../model/account.ts'
import type { Cached } from '../../model/cached.ts'
import { type ComparisonAnswer, comparisonSchema } from '../../model/comparison.ts'
import { type Inventory, inventorySchema } from '../../model/inventory.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { MAX_BATCH } from '../../model/limits.ts'
import { lookupAnswerSchema } from '../../model/lookup-answer.ts'
import { rustStatsSchema } from '../../model/stats.ts'
import { compareAccounts, type ComparedAccount, type Comparison } from '../compare-accounts.ts'
import { lookupBatch } from '../lookup-batch.ts'
import { scanFriends } from '../scan-friends.ts'
import { getImage } from '../get-image.ts'
import { getInventory } from '../get-inventory.ts'
import { answerLookup } from '../answer-lookup.ts'
import { getStats } from '../get-stats.ts'
import {
  badInput,
  BODY_CODES,
  BUSY_CODES,
  COMMON,
  exampleError,
  NOT_FOUND,
  PLATFORM_DOWN,
  QUERY_CODES,
  UNCHANGED,
} from '../../http/documented-responses.ts'
import { HttpError } from '../../http/errors.ts'
import { exampleBatchError, EXAMPLE_ID, examplePrivateInventory, EXAMPLES, exampleWithoutProfile } from './examples.ts'
import { linkHeaders } from '../../http/paging.ts'
import {
  cachedJson,
  type DocumentedResponse,
  json,
  revalidatedJson,
  type Route,
  type RouteResult,
} from '../../http/route.ts'
import type { Context } from '../context.ts'
import { accountRoute } from './account-route.ts'
import {
  batchBodySchema,
  batchErrorSchema,
  compareErrorSchema,
  compareQuerySchema,
  friendsBodySchema,
  imageQuerySchema,
  inventoryQuerySchema,
  lookupBodySchema,
  lookupErrorSchema,
  lookupQuerySchema,
  scanEventSchema,
  steamIdQuerySchema,
} from './schemas.ts'

const LAST_MODIFIED = 'As the image host says, for `If-Modified-Since`.'

const lookupAnswers: Record<number, DocumentedResponse> = {
  200: { description: 'The account.', body: lookupAnswerSchema, examples: EXAMPLES.lookup },
  ...COMMON,
  403: { description: 'The `User-Agent` is absent or shorter than 5 characters.', codes: ['user_agent_required'] },
  404: {
    ...NOT_FOUND,
    body: lookupErrorSchema,
    examples: { account_not_found: exampleError('account_not_found'), without_profile: exampleWithoutProfile },
  },
  503: { ...PLATFORM_DOWN, body: lookupErrorSchema },
}
const lookupRoute = {
  path: '/api/lookup',
  tag: 'Lookups',
  summary: 'Look up one account',
  description:
    'Needs a `User-Agent` of at least 5 characters that names your application and a contact address; browsers send one of their own. `Server-Timing` contains the time that Steam took.',
  cost: 'lookup',
  isLookup: true,
} as const

const INVENTORY = '/api/inventory'

/** The answer with a page of an inventory, whose icons get URLs of this server instead of URLs of Steam's image hosts. */
const toInventoryPage = ({ steamId }: { steamId: SteamId }, { value, ...age }: Cached<Inventory>): RouteResult => {
  const items = value.items.map((item) => ({
    ...item,
    icon: item.icon && `/api/image?url=${encodeURIComponent(item.icon)}`,
  }))
  return cachedJson({ value: { ...value, items }, ...age }, linkHeaders(INVENTORY, { steamId }, value.next))
}

const FRIENDSHIPS = { friends: 'friends', 'not friends': 'not_friends', unknown: 'unknown' } as const

/** The comparison of two accounts. */
const compareRoute = accountRoute({
  method: 'GET',
  path: '/api/compare',
  tag: 'Lookups',
  operationId: 'compare',
  summary: 'Compare two accounts',
  description:
    'Both accounts, whether they are friends, and the friends they share. A friend list that is private or unavailable leaves the rest intact. An error about one of the accounts has it in `input`. Counts as two lookups.',
  input: compareQuerySchema,
  responses: {
    200: { description: 'The comparison.', body: comparisonSchema, examples: { comparison: EXAMPLES.comparison } },
    304: UNCHANGED,
    ...COMMON,
    400: {
      description: 'A parameter is missing, misspelt or not accepted, or both name the same account.',
      body: compareErrorSchema,
      codes: [...QUERY_CODES, 'malformed_account', 'same_account'],
    },
    404: {
      ...NOT_FOUND,
      body: compareErrorSchema,
      examples: {
        account_not_found: { ...exampleError('account_not_found'), input: EXAMPLE_ID },
        without_profile: { ...exampleWithoutProfile, input: exampleWithoutProfile.withoutProfile.steamId },
      },
    },
    500: { ...COMMON[500], body: compareErrorSchema },
    503: { ...PLATFORM_DOWN, body: compareErrorSchema },
  },
  cost: 'lookup',
  extraCost: 1,
  handle: async (context, { steamId, other }, { callContext }) => {
    const comparison = await compareAccounts(context, [steamId, other], callContext)
    if (!comparison)
      throw new HttpError(
        'same_account',
        'steamId and other name the same account; give two different accounts.',
      ).about('other')
    return revalidatedJson(toAnswer(comparison))
  },
})

function toAnswer({ sides: [first, second], friendship, shared, isSharedIncomplete }: Comparison): ComparisonAnswer {
  return {
    accounts: [toAccount(first), toAccount(second)],
    friendship: {
      state: FRIENDSHIPS[friendship.kind],
      since: friendship.kind === 'friends' ? friendship.since : null,
    },
    shared: shared?.map(({ steamId, name, since }) => ({ steamId, personaname: name, friendSince: since })) ?? null,
    sharedIncomplete: isSharedIncomplete,
  }
}

const toAccount = ({ account, friends }: ComparedAccount): ComparisonAnswer['accounts'][number] => ({
  ...account,
  friendList: {
    state: friends.kind,
    total: friends.kind === 'known' ? friends.total : null,
    unreadable: friends.kind === 'known' ? friends.unreadable : null,
  },
})

/** The routes about accounts, all of them documented in the API reference. */
export const routes: Route<Context>[] = [
  accountRoute({
    ...lookupRoute,
    method: 'GET',
    operationId: 'lookUp',
    input: lookupQuerySchema,
    responses: { ...lookupAnswers, 304: UNCHANGED, ...badInput(...QUERY_CODES, 'malformed_account') },
    handle: (context, { steamId }, { callContext }) =>
      whenReady(answerLookup(context, steamId, callContext), (account) => revalidatedJson(account)),
  }),
  accountRoute({
    ...lookupRoute,
    method: 'POST',
    operationId: 'lookUpByPost',
    input: lookupBodySchema,
    responses: { ...lookupAnswers, ...badInput(...BODY_CODES, 'malformed_account') },
    handle: (context, { input }, { callContext }) => whenReady(answerLookup(context, input, callContext), json),
  }),
  accountRoute({
    method: 'POST',
    path: '/api/lookup/batch',
    tag: 'Lookups',
    operationId: 'lookUpBatch',
    summary: 'Look up up to 50 accounts',
    description:
      'Entries that fail are missing from `results`, counted in `failed` and listed with their errors in `failures`; when all fail, the error has `failures` too. `input` is the entry that a result belongs to.',
    input: batchBodySchema,
    responses: {
      200: {
        description: 'The accounts that were found.',
        body: batchResultSchema,
        examples: { batch: EXAMPLES.batch },
      },
      ...badInput(...BODY_CODES),
      ...COMMON,
      404: {
        description: 'No entry resolved to an account; `failures` has the reasons.',
        body: batchErrorSchema,
        examples: { account_not_found: exampleBatchError },
      },
      500: { ...COMMON[500], body: batchErrorSchema },
      503: { ...PLATFORM_DOWN, body: batchErrorSchema },
    },
    cost: 'lookup',
    extraCost: { forEntriesOf: 'steamIds', most: MAX_BATCH },
    isCompressed: true,
    handle: (context, { steamIds }, { callContext }) => lookupBatch(context, steamIds, callContext).then(json),
  }),
  accountRoute({
    method: 'POST',
    path: '/api/friends',
    tag: 'Lookups',
    operationId: 'scanFriends',
    summary: 'Scan a friend list',
    description:
      'A Server-Sent Events stream: progress events, then one result, or one error event at any point. The status is 200 for failures too. At most 100 friends are checked, by default the newest friendships; `from` is where they begin, and `next` of the result is the `from` of the following hundred. With `found: true`, banned friends are also sent as they are found, each once and with the same fields as in the result: in an event of their own, before the progress event that counts them.',
    input: friendsBodySchema,
    responses: {
      200: {
        description: 'Events, each a line `data: <JSON>` and an empty line.',
        type: 'text/event-stream',
        body: scanEventSchema,
        examples: { ...EXAMPLES.scan, error: exampleError('friends_private') },
      },
      429: {
        description: 'Too many requests, or too many scans at once, from this address; see `Retry-After`.',
        codes: ['rate_limited', 'too_many_scans'],
      },
    },
    cost: 'friends',
    isStream: true,
    handle: (context, { steamId, found: showsFound, from: offset }, { callContext }) => ({
      kind: 'events',
      events: scanFriends(context, steamId, callContext, { offset, showsFound }),
    }),
  }),
  compareRoute,
  accountRoute({
    method: 'GET',
    path: '/api/rust-stats',
    tag: 'Lookups',
    operationId: 'getStats',
    summary: 'Rust statistics of one account',
    description:
      'Only available while the player’s game details are public; a 403 is common and permanent, so do not repeat the request.',
    input: steamIdQuerySchema,
    responses: {
      200: { description: 'The statistics.', body: rustStatsSchema, examples: { statistics: EXAMPLES.stats } },
      304: UNCHANGED,
      ...badInput(...QUERY_CODES),
      ...COMMON,
      403: { description: 'The statistics are private.', codes: ['stats_private'] },
      404: { description: 'There are no statistics for this account.', codes: ['stats_not_found'] },
      503: {
        description:
          'Steam refuses the call, too many requests wait for Steam, or the server is overloaded; see `Retry-After`.',
        codes: ['platform_unavailable', 'platform_blocked', ...BUSY_CODES],
      },
    },
    cost: 'lookup',
    passThrough: true,
    handle: (context, { steamId }, { callContext }) => getStats(context, steamId, callContext).then(cachedJson),
  }),
  accountRoute({
    method: 'GET',
    path: INVENTORY,
    tag: 'Lookups',
    operationId: 'getInventory',
    summary: 'Rust inventory of one account',
    description:
      'The first 50 items, or the 50 after those of the page before: `next` of a page is the `after` of the following one. A private inventory is not an error: `private` is true and `items` is empty.',
    input: inventoryQuerySchema,
    responses: {
      200: {
        description: 'The inventory, or that it is private.',
        body: inventorySchema,
        examples: { inventory: EXAMPLES.inventory, private: examplePrivateInventory },
      },
      304: UNCHANGED,
      ...badInput(...QUERY_CODES),
      ...COMMON,
      503: {
        description: 'Steam refuses the call or limits inventories, or the server is overloaded; see `Retry-After`.',
        codes: ['platform_unavailable', 'platform_blocked', ...BUSY_CODES],
      },
    },
    cost: 'inventory',
    isCompressed: true,
    passThrough: true,
    handle: async (context, place, { callContext }) =>
      toInventoryPage(place, await getInventory(context, place, callContext)),
  }),
  accountRoute({
    method: 'GET',
    path: '/api/image',
    // HTML pages show images without a script, so they could not send a token.
    token: 'none',
    tag: 'Lookups',
    operationId: 'getImage',
    summary: 'Image of the Steam CDN',
    description: 'PNG, JPEG, GIF, WebP or AVIF of at most 5 MiB. Supports `If-None-Match` and `If-Modified-Since`.',
    input: imageQuerySchema,
    responses: {
      200: { description: 'The image.', type: 'image/*', body: z.file(), headers: { 'Last-Modified': LAST_MODIFIED } },
      304: UNCHANGED,
      ...badInput(...QUERY_CODES, 'image_url_malformed'),
      ...COMMON,
      403: { description: 'The host is not one of Steam’s image hosts.', codes: ['image_host_refused'] },
      502: { description: 'The image host did not return a valid image.', codes: ['image_failed'] },
      503: { description: 'The server is overloaded; see `Retry-After`.', codes: ['overloaded', 'stopping'] },
    },
    cost: 'image',
    handle: async (context, { url }, { callContext, headers }) => {
      const validators = { ifNoneMatch: headers['if-none-match'], ifModifiedSince: headers['if-modified-since'] }
      return { kind: 'image', image: await getImage(context, url, validators, callContext) }
    },
  }),
]
