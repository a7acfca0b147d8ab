import { z } from 'zod'
import { itemCountSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { RUST_APP_ID } from './get-rust-hours.ts'
import type { MethodCall } from '../upstream/request.ts'

const PAGE_SIZE = 50
const CONTEXT_ID = 2

/** A page of an inventory in Steam's order; `total` is the number of all its items. */
export const inventoryPageSchema = z.object({
  total: itemCountSchema,
  /** The `after` of the following page; null at the end. */
  next: z.string().nullable(),
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

const assetSchema = z.object({
  appid: z.int().default(RUST_APP_ID),
  assetid: z.string().optional(),
  classid: z.string(),
  instanceid: instanceSchema,
})

const answerSchema = z.object({
  success: z.union([z.literal(1), z.literal(true)]),
  total_inventory_count: itemCountSchema,
  more_items: flagSchema,
  last_assetid: z.string().optional(),
  assets: z.array(assetSchema).default([]),
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

/** The first 50 items of a Rust inventory, or the 50 after the item with this asset id. */
export interface InventoryPlace {
  steamId: SteamId
  after?: string | undefined
}

/** 50 items of a Rust inventory; null when it is private or the profile was never set up. */
export const getInventoryPage: MethodCall<InventoryPlace, InventoryPage | null> = async (
  call,
  { steamId, after },
  callContext,
) => {
  const answer = await call(
    {
      method: 'inventory',
      path: `/inventory/${steamId}/${RUST_APP_ID}/${CONTEXT_ID}`,
      query: { l: 'english', count: String(PAGE_SIZE), ...(after !== undefined && { start_assetid: after }) },
      schema: answerSchema,
      // A list without items of Rust is accepted only if the inventory is empty or ends before this page; a list of another game's items
      // does not answer the request.
      matchesRequest: ({ assets, total_inventory_count: total }) =>
        assets.some(isOfRust) || ((total === 0 || after !== undefined) && assets.length === 0),
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
    next: nextOf(answer.value, after),
    items: assets.slice(0, PAGE_SIZE).map((asset) => {
      const { name, icon_url: iconUrl, tradable, marketable, type } = described.get(itemKey(asset)) ?? NO_DESCRIPTION
      return { name: name || 'Unknown item', iconUrl, tradable, marketable, type }
    }),
  }
}

/** Where the following page begins; null at the end. */
function nextOf(
  { assets, more_items, last_assetid }: z.infer<typeof answerSchema>,
  after: string | undefined,
): string | null {
  // Items beyond the requested number are not shown, so the following page begins with them.
  if (!more_items && assets.length <= PAGE_SIZE) return null
  const next = assets.length > PAGE_SIZE ? assets[PAGE_SIZE - 1]?.assetid : (last_assetid ?? assets.at(-1)?.assetid)
  // A page that leads to itself would be asked for without end.
  return next === undefined || next === after ? null : next
}

const isOfRust = ({ appid }: { appid: number }) => appid === RUST_APP_ID
const itemKey = ({ classid, instanceid }: { classid: string; instanceid: string }) => `${classid}_${instanceid}`
