import { walkComponents, type AnyComponent, type Component } from '../limits/components.ts'
import type { Button, Emoji, EntitySelect, StringSelect } from '../limits/controls.ts'
import type { Attachment } from '../attachments.ts'
import type { MessageBody } from '../messages.ts'
import { BUTTON_STYLE, COMPONENT, FLAG } from '../wire.ts'
import { clientTexts } from './client-texts.ts'
import { showEmbed } from './embed.ts'
import { showMarkdown, type Reader } from './markdown.ts'

const BAR = '┃ '

interface Page extends Reader {
  attachments: readonly Attachment[]
  numbers: ReadonlyMap<AnyComponent, number>
}

/** Renders a message as plain text; a deferred reply shows that `author` is thinking. */
export function showMessage(body: MessageBody, author: string, reader: Reader): string {
  const page: Page = { ...reader, attachments: body.attachments, numbers: numberButtons(body.components) }
  const isLoading = (body.flags & FLAG.loading) !== 0
  const isV2 = (body.flags & FLAG.componentsV2) !== 0
  const lines = [
    ...(isLoading ? [clientTexts(reader.locale).thinking(author)] : []),
    ...(body.content === '' ? [] : showMarkdown(body.content, reader).split('\n')),
    ...body.embeds.flatMap((embed) => showEmbed(embed, reader).map((line) => `${BAR}${line}`)),
    ...(isV2 ? [] : body.attachments.map(showFile)),
    ...body.components.flatMap((component) => showComponent(component, page)),
    ...((body.flags & FLAG.ephemeral) === 0 ? [] : [`👁 ${clientTexts(reader.locale).onlyYou}`]),
  ]
  return lines.map((line) => line.trimEnd()).join('\n')
}

/** Buttons with an interaction, in the order of their numbers. */
export function listButtons(components: readonly Component[]): Button[] {
  return [...walkComponents(components)].flatMap(({ component }) =>
    component.type === COMPONENT.button ? [component] : [],
  )
}

/** A button's emoji and label. */
function captionOf({ emoji, label }: Pick<Button, 'emoji' | 'label'>): string {
  return [showEmoji(emoji), label ?? ''].filter((part) => part !== '').join(' ')
}

function numberButtons(components: readonly Component[]): Map<AnyComponent, number> {
  const clickable = listButtons(components).filter(({ style }) => style !== BUTTON_STYLE.link)
  return new Map(clickable.map((button, index) => [button, index + 1]))
}

function showContainer(container: Extract<AnyComponent, { type: typeof COMPONENT.container }>, page: Page): string[] {
  const color = container.accent_color ?? undefined
  const accent = color === undefined ? [] : [`[#${color.toString(16).padStart(6, '0')}]`]
  const lines = container.components.flatMap((child) => showComponent(child, page))
  return [...accent, ...hide(lines, container.spoiler)].map((line) => `${BAR}${line}`)
}

function showComponent(component: AnyComponent, page: Page): string[] {
  switch (component.type) {
    case COMPONENT.text:
      return showMarkdown(component.content, page).split('\n')
    case COMPONENT.container:
      return showContainer(component, page)
    case COMPONENT.section:
      return [...component.components, component.accessory].flatMap((child) => showComponent(child, page))
    case COMPONENT.thumbnail:
      return hide([`(picture: ${component.description ?? 'no description'})`], component.spoiler)
    case COMPONENT.gallery:
      return component.items.flatMap(({ description, media, spoiler }) =>
        hide([`▣ ${description ?? nameOf(media.url)}`], spoiler),
      )
    case COMPONENT.file: {
      const shown = page.attachments.find(({ filename }) => `attachment://${filename}` === component.file.url)
      return shown === undefined ? [] : hide([showFile(shown)], component.spoiler)
    }
    case COMPONENT.separator:
      return [component.divider === false ? '' : '───']
    case COMPONENT.row: {
      const buttons = component.components.flatMap((child) => (child.type === COMPONENT.button ? [child] : []))
      const selects = component.components.flatMap((child) => (child.type === COMPONENT.button ? [] : [child]))
      const line = buttons.map((button) => showButton(button, page)).join(' ')
      return [...(line === '' ? [] : [line]), ...selects.flatMap((select) => showSelect(select, page))]
    }
    case COMPONENT.button:
      return [showButton(component, page)]
    default:
      return showSelect(component, page)
  }
}

function showButton(button: Button, { numbers }: Page): string {
  const number = numbers.get(button)
  const parts = [number === undefined ? '🔗' : String(number), captionOf(button), button.disabled ? '(disabled)' : '']
  return `[${parts.filter((part) => part !== '').join(' ')}]`
}

function showSelect(select: StringSelect | EntitySelect, { locale }: Reader): string[] {
  const head = `▾ ${select.placeholder ?? clientTexts(locale).select}${select.disabled ? ' (disabled)' : ''}`
  const options = 'options' in select ? select.options : []
  return [
    head,
    ...options.map((option) => {
      const about = option.description ? ` – ${option.description}` : ''
      return `  ${option.default ? '●' : '○'} ${captionOf(option)}${about}`
    }),
  ]
}

/** An emoji as text. */
export function showEmoji(emoji: Emoji | null | undefined): string {
  if (!emoji) return ''
  return emoji.id ? `:${emoji.name ?? emoji.id}:` : (emoji.name ?? '')
}

function showFile({ filename, size }: Attachment): string {
  const weight = size < 1024 ? `${size} B` : `${(size / 1024).toFixed(1)} KB`
  return `📎 ${filename} (${weight})`
}

function hide(lines: string[], spoiler: boolean | null | undefined): string[] {
  return spoiler ? lines.map((line) => `▒${line}▒`) : lines
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
