import type { Embed } from '../limits/embeds.ts'
import { showMarkdown, type Reader } from './markdown.ts'

/** The lines of an embed, without its bar. */
export function showEmbed(embed: Embed, reader: Reader): string[] {
  const { author, title, url, description, fields, image, thumbnail, footer, timestamp, color } = embed
  const link = url ? ` (${url})` : ''
  return [
    ...(color === undefined || color === null ? [] : [`[#${color.toString(16).padStart(6, '0')}]`]),
    ...(author?.name ? [author.name] : []),
    ...(title ? [`${showMarkdown(title, reader)}${link}`] : []),
    ...(description ? showMarkdown(description, reader).split('\n') : []),
    ...(fields ?? []).flatMap(({ name, value }) => [
      showMarkdown(name, reader),
      ...showMarkdown(value, reader).split('\n'),
    ]),
    ...(thumbnail || image ? ['(picture)'] : []),
    ...[footer?.text, timestamp].filter((part) => part !== undefined && part !== null && part !== ''),
  ].filter((line) => line !== null && line !== undefined)
}
