import { ComponentType } from 'discord.js'
import type { APIMediaGalleryComponent } from 'discord.js'
import type { Cached } from '../../model/cached.ts'
import type { Inventory } from '../../model/inventory.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { toCustomId } from '../custom-id.ts'
import { escapeMarkdown, stripInvisible } from '../escape.ts'
import { toFoundByArguments } from '../found-by.ts'
import type { FoundBy } from '../found-by.ts'
import type { Texts } from '../texts/texts.ts'
import { container, ICONS, row, text } from '../view.ts'
import type { View } from '../view.ts'
import { backButton, checkedLine, foundByLines, pageButtons, postButton, formatAccount } from './parts.ts'

/** As many as a gallery holds. */
const PER_PAGE = 10
const NAME_CHARACTERS = 64

type Item = Inventory['items'][number]

/** The custom id that shows a page of an inventory; `account` is an id or a custom name. */
export const inventoryId = (account: string, page: number, foundBy: FoundBy | null = null) =>
  toCustomId('inventory', account, page, ...toFoundByArguments(foundBy))

/** Ten items of an inventory with their pictures (pages counted from 0); a private one is told as private, never as empty. */
export function inventoryView(
  { steamId, name, foundBy }: { steamId: SteamId; name: string | null; foundBy: FoundBy | null },
  { value: inventory, fetchedAt }: Cached<Inventory>,
  wantedPage: number,
  texts: Texts,
): View {
  const { items, total } = inventory
  const pages = Math.max(1, Math.ceil(items.length / PER_PAGE))
  const page = Math.min(wantedPage, pages - 1)
  const first = page * PER_PAGE
  const shown = items.slice(first, first + PER_PAGE)
  const tone = inventory.private ? 'private' : 'neutral'
  const foot = [
    ...(items.length < total ? [`-# ${texts.inventory.firstOnly(items.length, total)}`] : []),
    ...(pages > 1 ? [`-# ${texts.common.page(page + 1, pages)}`] : []),
    checkedLine(fetchedAt, texts),
  ]
  return {
    components: [
      container(tone, [
        text(
          [
            `## ${inventory.private ? ICONS.private : '🎒'} ${texts.inventory.title(formatAccount(steamId, name, texts))}`,
            ...foundByLines(foundBy, texts),
            formatCount(inventory, texts),
          ].join('\n'),
        ),
        ...galleryOf(shown),
        ...(shown.length > 0
          ? [text(shown.map((item, index) => formatItem(item, first + index + 1, texts)).join('\n'))]
          : []),
        text(foot.join('\n')),
      ]),
      row([
        backButton(steamId, texts, foundBy),
        ...pageButtons(page, pages, (to) => inventoryId(steamId, to, foundBy), texts),
        postButton(texts),
      ]),
    ],
  }
}

function formatCount({ private: isPrivate, total }: Inventory, texts: Texts): string {
  if (isPrivate) return texts.inventory.private
  return total === 0 ? texts.inventory.empty : `**${texts.inventory.count(total)}**`
}

/** The pictures there are; an item without one is in the list below all the same. */
function galleryOf(items: Item[]): APIMediaGalleryComponent[] {
  const pictures = items
    .filter(({ icon }) => icon !== '')
    .map(({ icon, name }) => ({ media: { url: icon }, description: stripInvisible(name, NAME_CHARACTERS) || '?' }))
  return pictures.length > 0 ? [{ type: ComponentType.MediaGallery, items: pictures }] : []
}

function formatItem({ name, tradable, marketable }: Item, number: number, texts: Texts): string {
  const freedoms = [
    ...(tradable ? [texts.inventory.tradable] : []),
    ...(marketable ? [texts.inventory.marketable] : []),
  ]
  return `${number}\\. ${escapeMarkdown(name, NAME_CHARACTERS) || '?'} · ${freedoms.join(', ') || texts.inventory.bound}`
}
