import { z } from 'zod'
import { itemCountSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { RUST_APP_ID } from './get-rust-hours.ts'
import type { MethodCall } from '../upstream/request.ts'

const PAGE_SIZE = 50
const CONTEXT_ID = 2

/** The first items of an inventory in Steam's order; `total` is the number of all its items. */
export const inventoryPageSchema = z.object({
  total: itemCountSchema,
  items: z.array(
    z.object({
      name: z.string(),
      /** The picture's path below `economy/image/` on the CDN; empty without a picture. */
      iconUrl: z.string(),
      tradable: z.boolean(),
      marketable: z.boolean(),
      type: z.string(),
    }),
  ),
})
export type InventoryPage = z.infer<typeof inventoryPageSchema>

const flagSchema = z
  .union([z.literal([0, 1]), z.boolean()])
  .transform(Boolean)
  .default(false)
const instanceSchema = z.string().default('0')

const answerSchema = z.object({
  success: z.union([z.literal(1), z.literal(true)]),
  total_inventory_count: itemCountSchema,
  assets: z
    .array(z.object({ appid: z.int().default(RUST_APP_ID), classid: z.string(), instanceid: instanceSchema }))
    .default([]),
  descriptions: z
    .array(
      z.object({
        classid: z.string(),
        instanceid: instanceSchema,
        icon_url: z.string().default(''),
        name: z.string().default(''),
        type: z.string().default(''),
        tradable: flagSchema,
        marketable: flagSchema,
      }),
    )
    .default([]),
})

const NO_DESCRIPTION = { name: '', icon_url: '', tradable: false, marketable: false, type: '' }

/** The first 50 items of the Rust inventory; null when it is private or the profile was never set up. */
export const getInventoryPage: MethodCall<SteamId, InventoryPage | null> = async (call, steamId, callContext) => {
  const answer = await call(
    {
      method: 'inventory',
      path: `/inventory/${steamId}/${RUST_APP_ID}/${CONTEXT_ID}`,
      query: { l: 'english', count: String(PAGE_SIZE) },
      schema: answerSchema,
      // A list without items of Rust is accepted only if the inventory is empty; a list of another game's items does not answer the
      // request.
      matchesRequest: ({ assets, total_inventory_count: total }) =>
        assets.some(isOfRust) || (total === 0 && assets.length === 0),
      // A 401 or 403 with the body `null` means that the inventory is private or the profile was never set up. With any other body, it says
      // nothing about the player.
      isMeaningful: ({ status, body }) => (status === 401 || status === 403) && body === null,
    },
    callContext,
  )
  if (!answer.ok) return null
  const { descriptions, total_inventory_count: total } = answer.value
  const assets = answer.value.assets.filter(isOfRust)
  const described = new Map(descriptions.map((description) => [itemKey(description), description]))
  return {
    // When the count is lower than the number of listed items, the list is right.
    total: Math.max(total, assets.length),
    items: assets.slice(0, PAGE_SIZE).map((asset) => {
      const { name, icon_url: iconUrl, tradable, marketable, type } = described.get(itemKey(asset)) ?? NO_DESCRIPTION
      return { name: name || 'Unknown item', iconUrl, tradable, marketable, type }
    }),
  }
}

const isOfRust = ({ appid }: { appid: number }) => appid === RUST_APP_ID
const itemKey = ({ classid, instanceid }: { classid: string; instanceid: string }) => `${classid}_${instanceid}`
