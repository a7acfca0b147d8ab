import { bold, ComponentType, type APIMediaGalleryComponent } from 'discord.js'
import type { Cached } from '../../model/cached.ts'
import type { Inventory } from '../../model/inventory.ts'
import type { FoundBy } from '../../presentation/found-by.ts'
import { formatInventorySize, formatItemProperties } from '../../presentation/inventory.ts'
import { ICONS } from '../../presentation/tone.ts'
import { stripInvisible } from '../../presentation/visible-text.ts'
import { toCustomId } from '../custom-id.ts'
import { escapeMarkdown } from '../escape.ts'
import { toFoundByArguments } from '../found-by.ts'
import type { Texts } from '../texts/texts.ts'
import { createView, type View } from '../view.ts'
import {
  accountButtons,
  checkedLine,
  formatNameAndId,
  formatHead,
  pageButtons,
  pageLines,
  pageOf,
  type ViewedAccount,
} from './parts.ts'

const NAME_CHARACTERS = 64

type Item = Inventory['items'][number]

/** The custom id that shows a page of an inventory; `account` is an id or a custom URL name. */
export const inventoryId = (account: string, page: number, foundBy: FoundBy | null = null) =>
  toCustomId('inventory', account, page, ...toFoundByArguments(foundBy))

/** A page of an inventory, counted from 0, with pictures. A private inventory is never shown as an empty one. */
export function inventoryView(
  account: ViewedAccount,
  { value: inventory, fetchedAt }: Cached<Inventory>,
  wantedPage: number,
  texts: Texts,
): View {
  const { steamId, foundBy } = account
  const { items, total } = inventory
  // A gallery holds ten pictures, as many as a page has items.
  const page = pageOf(items, wantedPage)
  const [tone, icon] = inventory.private ? (['private', ICONS.private] as const) : (['neutral', '🎒'] as const)
  const heading = `## ${icon} ${texts.inventory.title(formatNameAndId(account, texts))}`
  const foot = [
    ...(items.length < total ? [`-# ${texts.inventory.firstOnly(items.length, total)}`] : []),
    ...pageLines(page, texts),
    checkedLine(fetchedAt, texts),
  ]
  const toPage = (to: number) => inventoryId(steamId, to, foundBy)
  const list = page.shown.map((item, index) => formatItem(item, page.first + index + 1, texts))
  const head = formatHead(heading, foundBy, [formatInventorySize(inventory, texts, bold)], texts)
  return createView(
    tone,
    [head, ...galleryOf(page.shown), ...(list.length > 0 ? [list.join('\n')] : []), foot.join('\n')],
    [accountButtons(account, pageButtons(page, toPage, texts), texts)],
  )
}

function galleryOf(items: Item[]): APIMediaGalleryComponent[] {
  const pictures = items
    .filter(({ icon }) => icon !== '')
    .map(({ icon, name }) => ({ media: { url: icon }, description: stripInvisible(name, NAME_CHARACTERS) || '?' }))
  return pictures.length > 0 ? [{ type: ComponentType.MediaGallery, items: pictures }] : []
}

function formatItem(item: Item, number: number, texts: Texts): string {
  return `${number}\\. ${escapeMarkdown(item.name, NAME_CHARACTERS) || '?'} · ${formatItemProperties(item, texts)}`
}
