import type { SimAsset, SimDescription, SimInventory } from './account.ts'
import { createRandom, type Random } from './random.ts'

/** The shop is the same in every world. */
const SHOP_SEED = 252_490

const looks = (
  'Tempered,Alien,Big Grin,Punishment,Blackout,Glory,Whiteout,No Mercy,Neon,Forest,' +
  'Lunar,Bandit,Toxic,Frostbite,Ember,Rustic,Woodland,Cobalt,Dragon,Heatseeker'
).split(',')
const things = (
  'AK47,Facemask,Hoodie,Pants,Roadsign Vest,Sleeping Bag,Metal Door,Garage Door,Rock,' +
  'Large Box,Thompson,SAR,Furnace,Chair,Gloves,Boots'
).split(',')
const iconLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')

/** The description of the shop's item with this index. */
function describeItem(number: number): SimDescription {
  const random = createRandom(SHOP_SEED, 'item', number)
  const look = looks[number % looks.length] ?? ''
  const thing = things[Math.floor(number / looks.length) % things.length] ?? ''
  const iconTail = Array.from({ length: 80 }, () => random.pick(iconLetters)).join('')
  return {
    classId: String(1_900_000_000 + number * 7_919),
    instanceId: '0',
    name: `${look} ${thing}`,
    // Steam leaves the type of about half of Rust's items empty.
    type: random.chance(0.5) ? '' : 'Workshop Item',
    icon: `6TMcQ7eX6E0EZl2byXi7vaVKyDk_zQLX05x6eLCFM9neAckxGDf7qU2e2gu64OnAeQ7835J${iconTail}`,
    tradable: random.chance(0.85),
    marketable: random.chance(0.8),
  }
}

/** Creates an inventory; popular items repeat and share their description. */
export function drawInventory(random: Random, size: number): SimInventory {
  const descriptions = new Map<number, SimDescription>()
  let assetId = random.integer(2_000_000_000, 3_000_000_000)
  const assets = Array.from({ length: size }, (): SimAsset => {
    const number = Math.floor(random.next() ** 2 * looks.length * things.length)
    const item = descriptions.get(number) ?? describeItem(number)
    descriptions.set(number, item)
    assetId -= random.integer(1, 150)
    return { assetId: String(assetId), classId: item.classId, instanceId: '0' }
  })
  return { assets, descriptions: [...descriptions.values()] }
}

/** 70 items with all irregularities: shared, missing and iconless descriptions, and an asset without an instance. */
export function oddInventory(): SimInventory {
  const { assets, descriptions } = drawInventory(createRandom(1, 'hoarder'), 66)
  const plain = { type: '', tradable: true, marketable: false }
  const odd: SimDescription[] = [
    {
      ...plain,
      classId: '5000000001',
      instanceId: '0',
      name: 'Uninstanced Chair',
      icon: 'fWFc82js0fmoRAP-qOIPu5THSWqf',
    },
    { ...plain, classId: '5000000002', instanceId: '0', name: 'Iconless Rug' },
    { ...plain, classId: '5000000003', instanceId: '0', name: 'Blank Poster', icon: '' },
  ]
  const oddAssets: SimAsset[] = [
    { assetId: '3999999999', classId: '5000000001' },
    { assetId: '3999999998', classId: '5000000002', instanceId: '0' },
    { assetId: '3999999997', classId: '5000000003', instanceId: '0' },
    // Without a description.
    { assetId: '3999999996', classId: '5000000004', instanceId: '188530139' },
  ]
  return { assets: [...oddAssets, ...assets], descriptions: [...odd, ...descriptions] }
}
