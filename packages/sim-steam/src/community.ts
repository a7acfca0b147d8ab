import { isSteamId, RUST_APP_ID, type SimAsset, type SimDescription } from './account.ts'
import { html, json, type Answer } from './answer.ts'
import type { World } from './world.ts'

const MAX_COUNT = 2_000
const DEFAULT_COUNT = 100

/** The account in a path of Rust's inventory; undefined for other paths. */
export function inventorySubject(pathname: string): string | undefined {
  const [, steamId, appId, context] = /^\/inventory\/(\d+)\/(\d+)\/(\d+)\/?$/.exec(pathname) ?? []
  return appId === String(RUST_APP_ID) && context === '2' ? steamId : undefined
}

/** Answers one page of an inventory; needs no key. */
export function answerInventory(world: World, steamId: string, query: URLSearchParams): Answer {
  if (!isSteamId(steamId)) return html(500, 'Internal Server Error', 'Internal Server Error')
  const count = Number(query.get('count') ?? DEFAULT_COUNT)
  if (!(count >= 1 && count <= MAX_COUNT)) return json(400, null)

  const inventory = world.account(steamId)?.inventory ?? 'unset'
  if (inventory === 'private') return json(403, null)
  if (inventory === 'unset') return json(401, null)
  const total = inventory.assets.length
  if (total === 0) return json(200, { total_inventory_count: 0, success: 1, rwgrsn: -2 })

  // A page starts after this asset, the last one of the previous page.
  const start = inventory.assets.findIndex(({ assetId }) => assetId === query.get('start_assetid')) + 1
  const page = inventory.assets.slice(start, start + count)
  const classes = new Set(page.map(({ classId }) => classId))
  const isLast = start + page.length >= total
  return json(200, {
    assets: page.map(toAsset),
    descriptions: inventory.descriptions.filter(({ classId }) => classes.has(classId)).map(toDescription),
    ...(isLast ? {} : { more_items: 1, last_assetid: page.at(-1)?.assetId }),
    total_inventory_count: total,
    success: 1,
    rwgrsn: -2,
  })
}

function toAsset({ assetId, classId, instanceId }: SimAsset): object {
  return { appid: RUST_APP_ID, contextid: '2', assetid: assetId, classid: classId, instanceid: instanceId, amount: '1' }
}

function toDescription({ classId, instanceId, name, type, icon, tradable, marketable }: SimDescription): object {
  return {
    appid: RUST_APP_ID,
    classid: classId,
    instanceid: instanceId,
    currency: 0,
    background_color: '',
    icon_url: icon,
    tradable: Number(tradable),
    name,
    name_color: 'f7ec40',
    type,
    market_name: name,
    market_hash_name: name,
    commodity: 1,
    market_tradable_restriction: 7,
    market_marketable_restriction: 7,
    marketable: Number(marketable),
  }
}
