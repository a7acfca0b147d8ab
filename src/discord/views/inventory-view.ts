import { ComponentType, type APIMediaGalleryComponent } from 'discord.js'
import type { Cached } from '../../model/cached.ts'
import type { Inventory } from '../../model/inventory.ts'
import { toCustomId } from '../custom-id.ts'
import { escapeMarkdown, stripInvisible } from '../escape.ts'
import { toFoundByArguments, type FoundBy } from '../found-by.ts'
import type { Texts } from '../texts/texts.ts'
import { container, ICONS, row, text, type View } from '../view.ts'
import {
  backButton,
  checkedLine,
  formatAccount,
  foundByLines,
  pageButtons,
  pageOf,
  postButton,
  type ViewedAccount,
} from './parts.ts'

const NAME_CHARACTERS = 64

type Item = Inventory['items'][number]

/** The custom id that shows a page of an inventory; `account` is an id or a custom URL name. */
export const inventoryId = (account: string, page: number, foundBy: FoundBy | null = null) =>
  toCustomId('inventory', account, page, ...toFoundByArguments(foundBy))

/** A page of an inventory, counted from 0, with pictures. A private inventory is never shown as an empty one. */
export function inventoryView(
  { steamId, name, foundBy }: ViewedAccount,
  { value: inventory, fetchedAt }: Cached<Inventory>,
  wantedPage: number,
  texts: Texts,
): View {
  const { items, total } = inventory
  // The ten entries of a page are also as many as a gallery holds.
  const page = pageOf(items, wantedPage)
  const { first, shown } = page
  const [tone, icon] = inventory.private ? (['private', ICONS.private] as const) : (['neutral', '🎒'] as const)
  const head = [
    `## ${icon} ${texts.inventory.title(formatAccount(steamId, name, texts))}`,
    ...foundByLines(foundBy, texts),
    formatCount(inventory, texts),
  ]
  const foot = [
    ...(items.length < total ? [`-# ${texts.inventory.firstOnly(items.length, total)}`] : []),
    ...(page.pages > 1 ? [`-# ${texts.common.page(page.page + 1, page.pages)}`] : []),
    checkedLine(fetchedAt, texts),
  ]
  const list = shown.map((item, index) => formatItem(item, first + index + 1, texts))
  return {
    components: [
      container(tone, [
        text(head.join('\n')),
        ...galleryOf(shown),
        ...(list.length > 0 ? [text(list.join('\n'))] : []),
        text(foot.join('\n')),
      ]),
      row([
        backButton(steamId, texts, foundBy),
        ...pageButtons(page, (to) => inventoryId(steamId, to, foundBy), texts),
        postButton(texts),
      ]),
    ],
  }
}

function formatCount({ private: isPrivate, total }: Inventory, texts: Texts): string {
  if (isPrivate) return texts.inventory.private
  return total === 0 ? texts.inventory.empty : `**${texts.inventory.count(total)}**`
}

/** The pictures of the items that have one. */
function galleryOf(items: Item[]): APIMediaGalleryComponent[] {
  const pictures = items
    .filter(({ icon }) => icon !== '')
    .map(({ icon, name }) => ({ media: { url: icon }, description: stripInvisible(name, NAME_CHARACTERS) || '?' }))
  return pictures.length > 0 ? [{ type: ComponentType.MediaGallery, items: pictures }] : []
}

function formatItem({ name, tradable, marketable }: Item, number: number, texts: Texts): string {
  const properties = [
    ...(tradable ? [texts.inventory.tradable] : []),
    ...(marketable ? [texts.inventory.marketable] : []),
  ]
  return `${number}\\. ${escapeMarkdown(name, NAME_CHARACTERS) || '?'} · ${properties.join(', ') || texts.inventory.bound}`
}
