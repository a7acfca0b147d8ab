import { z } from 'zod'
import type { CallContext } from '../../lib/call-context.ts'
import { itemCountSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { RUST_APP_ID } from './rust.ts'
import type { SteamCall } from '../upstream/request.ts'

const PAGE_SIZE = 50
const CONTEXT_ID = 2

/** The first items of an inventory in Steam's order, and how many there are in all. */
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
  assets: z.array(z.object({ classid: z.string(), instanceid: instanceSchema })).optional(),
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

/** The first 50 items of the Rust inventory; null when it is private or the profile was never set up. */
export async function getInventoryPage(
  call: SteamCall,
  steamId: SteamId,
  callContext: CallContext,
): Promise<InventoryPage | null> {
  const answer = await call(
    {
      method: 'inventory',
      path: `/inventory/${steamId}/${RUST_APP_ID}/${CONTEXT_ID}`,
      query: { l: 'english', count: String(PAGE_SIZE) },
      schema: answerSchema,
      // Only an empty inventory may list no items.
      isAbout: ({ assets, total_inventory_count: total }) => (assets?.length ?? 0) > 0 || total === 0,
      // A body of `null` means private, or a profile that was never set up. With any other body our call was refused.
      isMeaningful: ({ status, body }) => (status === 401 || status === 403) && body === null,
    },
    callContext,
  )
  if (!answer.ok) return null
  const { assets = [], descriptions, total_inventory_count: total } = answer.value
  const described = new Map(
    descriptions.map((description) => [`${description.classid}_${description.instanceid}`, description]),
  )
  return {
    total,
    items: assets.slice(0, PAGE_SIZE).map(({ classid, instanceid }) => {
      const description = described.get(`${classid}_${instanceid}`)
      return {
        name: description?.name || 'Unknown item',
        iconUrl: description?.icon_url ?? '',
        tradable: description?.tradable ?? false,
        marketable: description?.marketable ?? false,
        type: description?.type ?? '',
      }
    }),
  }
}
