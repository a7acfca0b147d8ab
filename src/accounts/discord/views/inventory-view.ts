import type { FoundBy } from '../../../model/steam-id.ts'
import { bold, ComponentType, type APIMediaGalleryComponent } from 'discord.js'
import type { Cached } from '../../../model/cached.ts'
import type { Inventory } from '../../../model/inventory.ts'
import { formatInventorySize, formatItemLimits } from '../../presentation/inventory.ts'
import { ICONS, toneWithOwnBan } from '../../../lib/tone.ts'
import { stripInvisible } from '../../../lib/visible-text.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import { toFoundByArguments } from '../found-by.ts'
import type { Texts } from '../texts.ts'
import { type View, nonEmpty } from '../../../discord/view.ts'
import { gameFoot, gameHead, gameVerdict, type GameAccount } from './game-account.ts'
import { pageButtons, pageOf, type Page } from '../../../discord/views/parts.ts'
import { accountButtons } from './account-parts.ts'
import { NO_OWN_BAN } from '../server-notes.ts'
import { resultView } from '../../../discord/views/result-view.ts'

const NAME_CHARACTERS = 64
/** Items on a page: three rows of pictures. */
const PER_PAGE = 9
/** Numbers of pictures for which all rows have the same length; with other numbers, Discord shows the first pictures larger. */
const FULL_ROWS = [9, 6, 4, 2, 1]

type Item = Inventory['items'][number]
/** An item with its number in the list. */
type NumberedItem = Item & { number: number }

/** The custom id of a button that shows a page of an inventory; `account` is an id or a custom URL name. */
export const inventoryId = (account: string, page: number, foundBy: FoundBy | null = null) =>
  toCustomId('inventory', account, page, ...toFoundByArguments(foundBy))

/**
 * The message with one page of an inventory, and pictures of its items. `wantedPage` begins at 0. A private inventory is never shown as an
 * empty one.
 */
export function inventoryView(
  account: GameAccount,
  { value: inventory, fetchedAt }: Cached<Inventory>,
  wantedPage: number,
  texts: Texts,
): View {
  const { steamId, foundBy, ownBan = NO_OWN_BAN } = account
  const page = pageOf(inventory.items, wantedPage, PER_PAGE)
  const toPage = (to: number) => inventoryId(steamId, to, foundBy)
  const items = page.shown.map((item, index) => ({ ...item, number: page.first + index + 1 }))
  const pictured = picturedOf(items)
  const list = [
    // Not needed if all items have a picture: the pictures are then in the order of the list.
    ...(pictured.length > 0 && pictured.length < items.length ? [formatPictured(pictured, texts)] : []),
    ...items.map((item) => formatItem(item, texts)),
  ]
  const head = gameHead(
    account,
    (name) => `🎒 ${texts.inventory.title({ name })}`,
    [formatSize(inventory, page, texts)],
    texts,
  )
  const foot = gameFoot(account, [[texts.inventory.items, fetchedAt]], texts)
  return resultView(
    toneWithOwnBan(inventory.private ? 'private' : 'neutral', ownBan.state),
    nonEmpty(ownBan.verdict, gameVerdict(account, texts)),
    [head, ...galleryOf(pictured), ...(list.length > 0 ? [list.join('\n')] : []), foot],
    accountButtons(account, pageButtons(page, toPage, texts), toPage(page.page), texts),
  )
}

/** The number of items, and the range of items on the page if it does not show all of them. */
function formatSize(inventory: Inventory, { pages, first, shown }: Page<Item>, texts: Texts): string {
  const { items, total } = inventory
  const size = formatInventorySize(inventory, texts, bold)
  if (inventory.private) return `${ICONS.private} ${size}`
  const isPart = items.length < total
  const showing = shown.length > 0 && (pages > 1 || isPart)
  return [
    size,
    ...(showing ? [` · ${texts.inventory.showing({ from: first + 1, to: first + shown.length })}`] : []),
    ...(isPart ? [` (${texts.inventory.steamGave({ count: items.length })})`] : []),
  ].join('')
}

/** The first items with a picture, as many as Discord shows in full rows. */
function picturedOf(items: NumberedItem[]): NumberedItem[] {
  const withPicture = items.filter(({ icon }) => icon !== '')
  return withPicture.slice(0, FULL_ROWS.find((count) => count <= withPicture.length) ?? 0)
}

/** The numbers of the items in the pictures, such as `1, 5–9`. */
function formatPictured(pictured: NumberedItem[], texts: Texts): string {
  const ranges: [first: number, last: number][] = []
  for (const { number } of pictured) {
    const range = ranges.at(-1)
    if (range && range[1] === number - 1) range[1] = number
    else ranges.push([number, number])
  }
  const numbers = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
  return `-# ${texts.inventory.pictures}: ${numbers.join(', ')}`
}

function galleryOf(pictured: NumberedItem[]): APIMediaGalleryComponent[] {
  if (pictured.length === 0) return []
  const items = pictured.map(({ icon, name, number }) => ({
    media: { url: icon },
    description: `${number}. ${stripInvisible(name, NAME_CHARACTERS) || '?'}`,
  }))
  return [{ type: ComponentType.MediaGallery, items }]
}

function formatItem(item: NumberedItem, texts: Texts): string {
  const limits = formatItemLimits(item, texts)
  const name = `${item.number}\\. ${escapeMarkdown(item.name, NAME_CHARACTERS) || '?'}`
  return limits === '' ? name : `${name} · ${limits}`
}
