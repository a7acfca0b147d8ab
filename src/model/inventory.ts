import { z } from 'zod'
import { itemCountSchema, unixSecondsSchema } from './bounds.ts'

/** A page of a Rust inventory: at most 50 items, in Steam's order, with its age. */
export const inventorySchema = z
  .object({
    private: z.boolean(),
    items: z.array(
      z.object({
        name: z.string(),
        icon: z.string().meta({ description: 'Relative URL of the image proxy, or empty without an icon.' }),
        tradable: z.boolean(),
        marketable: z.boolean(),
        type: z.string(),
      }),
    ),
    total: itemCountSchema.meta({ description: 'Items in the whole inventory, which may be more than 50.' }),
    next: z
      .string()
      .nullable()
      .meta({ description: 'The `after` that gives the items after these; null at the end of the inventory.' }),
    fetchedAt: unixSecondsSchema.meta({ description: 'When Steam was asked, Unix seconds.' }),
  })
  .meta({ id: 'Inventory' })
export type InventoryAnswer = z.infer<typeof inventorySchema>
/** An inventory without its age, which the cache entry around it has (`Cached`). */
export type Inventory = Omit<InventoryAnswer, 'fetchedAt'>
