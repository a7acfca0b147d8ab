import { z } from 'zod'
import { accountSchema, batchResultSchema, scanProgressSchema, scanResultSchema } from '../model/account.ts'
import type { Dated } from '../model/dated.ts'
import { inventorySchema } from '../model/inventory.ts'
import type { Inventory } from '../model/inventory.ts'
import { rustStatsSchema } from '../model/stats.ts'
import { lookupBatch } from '../service/batch.ts'
import { scanFriends } from '../service/friends.ts'
import { getImage } from '../service/image.ts'
import { getInventory } from '../service/inventory.ts'
import { lookup } from '../service/lookup.ts'
import { getStats } from '../service/stats.ts'
import { cachedJson, json } from './reply.ts'
import { route } from './route.ts'
import type { DocumentedAnswer, Route } from './route.ts'
import {
  batchBodySchema,
  errorEventSchema,
  friendsBodySchema,
  imageQuerySchema,
  lookupBodySchema,
  lookupQuerySchema,
  steamIdQuerySchema,
} from './schemas.ts'

const COMMON: Record<number, DocumentedAnswer> = {
  400: { description: 'A parameter or field is missing, misspelt (wrong case included) or not accepted.' },
  429: { description: 'Too many requests from this address; see `Retry-After`.' },
  500: {
    description: 'The look-up failed unexpectedly, the server has no usable Steam API key, or Steam gave no answer.',
  },
}
const NOT_FOUND: DocumentedAnswer = { description: 'No account matched.' }
const PLATFORM_DOWN: DocumentedAnswer = {
  description: 'Steam is unavailable, or the server has too much to do; see `Retry-After`.',
}

const lookupAnswers: Record<number, DocumentedAnswer> = {
  200: { description: 'The account.', content: { 'application/json': accountSchema } },
  ...COMMON,
  403: { description: 'The `User-Agent` is absent or shorter than 5 characters.' },
  404: NOT_FOUND,
  503: PLATFORM_DOWN,
}
const lookupAbout = {
  path: '/api/lookup',
  tag: 'Look-ups',
  summary: 'Look up one account',
  answers: lookupAnswers,
  cost: 'lookup',
  isLookup: true,
} as const

/** Browsers get pictures from here, not from Steam's hosts. */
const withProxiedIcons = ({ value, ...age }: Dated<Inventory>) => {
  const items = value.items.map((item) => ({
    ...item,
    icon: item.icon && `/api/image?url=${encodeURIComponent(item.icon)}`,
  }))
  return cachedJson({ value: { ...value, items }, ...age })
}

/** The operations, as they stand in the interface. */
export const routes: Route[] = [
  route({
    ...lookupAbout,
    method: 'GET',
    input: lookupQuerySchema,
    handle: (context, { steamId }, { caller }) => lookup(context, steamId, caller).then(json),
  }),
  route({
    ...lookupAbout,
    method: 'POST',
    input: lookupBodySchema,
    handle: (context, { input }, { caller }) => lookup(context, input, caller).then(json),
  }),
  route({
    method: 'POST',
    path: '/api/lookup/batch',
    tag: 'Look-ups',
    summary: 'Look up up to 50 accounts',
    description:
      'Entries that fail are left out of `results` and counted in `failed`; `input` tells which entry a result belongs to.',
    input: batchBodySchema,
    answers: {
      200: { description: 'The accounts that were found.', content: { 'application/json': batchResultSchema } },
      ...COMMON,
      404: { description: 'No entry resolved to an account.' },
      503: PLATFORM_DOWN,
    },
    cost: 'lookup',
    moreCost: ({ steamIds }) => steamIds.length - 1,
    handle: (context, { steamIds }, { caller }) => lookupBatch(context, steamIds, caller).then(json),
  }),
  route({
    method: 'POST',
    path: '/api/friends',
    tag: 'Look-ups',
    summary: 'Scan a friend list',
    description:
      'A Server-Sent Events stream: progress events, then one result, or one error event at any point. The status is 200 for failures too. At most 100 friends, the newest friendships, are checked.',
    input: friendsBodySchema,
    answers: {
      200: {
        description: 'Events, each a line `data: <JSON>` and an empty line.',
        content: { 'text/event-stream': scanProgressSchema.or(scanResultSchema).or(errorEventSchema) },
      },
      429: { description: 'Too many requests, or too many scans at once, from this address; see `Retry-After`.' },
    },
    cost: 'friends',
    isStream: true,
    handle: (context, { steamId }, { caller }) => ({ kind: 'events', events: scanFriends(context, steamId, caller) }),
  }),
  route({
    method: 'GET',
    path: '/api/rust-stats',
    tag: 'Look-ups',
    summary: 'Rust statistics of one account',
    description: 'Shown only while the player’s game details are public; a 403 is common and not worth repeating.',
    input: steamIdQuerySchema,
    answers: {
      200: { description: 'The statistics.', content: { 'application/json': rustStatsSchema } },
      ...COMMON,
      403: { description: 'The statistics are private.' },
      404: { description: 'There are no statistics for this account.' },
      503: { description: 'Too many wait for Steam, or the server has too much to do; see `Retry-After`.' },
    },
    cost: 'lookup',
    passThrough: true,
    handle: (context, { steamId }, { caller }) => getStats(context, steamId, caller).then(cachedJson),
  }),
  route({
    method: 'GET',
    path: '/api/inventory',
    tag: 'Look-ups',
    summary: 'Rust inventory of one account',
    description: 'The first 50 items. A private inventory is an answer: `private` is true and `items` empty.',
    input: steamIdQuerySchema,
    answers: {
      200: { description: 'The inventory, or that it is private.', content: { 'application/json': inventorySchema } },
      ...COMMON,
      503: {
        description: 'Steam gives out few inventories at a time, or the server has too much to do; see `Retry-After`.',
      },
    },
    cost: 'inventory',
    passThrough: true,
    handle: (context, { steamId }, { caller }) => getInventory(context, steamId, caller).then(withProxiedIcons),
  }),
  route({
    method: 'GET',
    path: '/api/image',
    tag: 'Look-ups',
    summary: 'Image of the Steam CDN',
    description: 'PNG, JPEG, GIF, WebP or AVIF of at most 5 MiB. `If-None-Match` and `If-Modified-Since` are honoured.',
    input: imageQuerySchema,
    answers: {
      200: { description: 'The image.', content: { 'image/*': z.file() } },
      304: { description: 'The image has not changed.', content: {} },
      ...COMMON,
      403: { description: 'The host is not one of the image hosts.' },
      502: { description: 'The image host did not answer with a sound image.' },
      503: { description: 'The server has too much to do; see `Retry-After`.' },
    },
    cost: 'image',
    handle: async (context, { url }, { caller, headers }) => {
      const validators = { ifNoneMatch: headers['if-none-match'], ifModifiedSince: headers['if-modified-since'] }
      return { kind: 'image', image: await getImage(context, url, validators, caller) }
    },
  }),
]
