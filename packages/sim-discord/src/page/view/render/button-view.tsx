import { isHttp } from '../../../limits/address.ts'
import type { WireButton, WireEmoji } from '../../wire-format.ts'
import { LinkIcon } from './icons.tsx'
import { useReader } from './reader-context.ts'

const STYLES: Record<number, string> = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'secondary' }

/** A button of a message: a link, or one that sends an interaction. */
export function ButtonView({ messageId, button }: { messageId: string; button: WireButton }) {
  const { isWaiting, useComponent } = useReader()
  const { style, url, disabled, custom_id: customId } = button
  const look = `button ${STYLES[style] ?? 'secondary'}`
  const caption = <Caption emoji={button.emoji} label={button.label} />
  if (url && isHttp(url) && !disabled) {
    return (
      <a class={look} href={url} target="_blank" rel="noopener noreferrer nofollow">
        {caption}
        <LinkIcon />
      </a>
    )
  }
  const isBusy = customId ? isWaiting(messageId, customId) : false
  const click = () => {
    if (customId && !isBusy) useComponent(messageId, customId)
  }
  return (
    // Not disabled while it waits: the focus would be lost.
    <button
      type="button"
      class={`${look}${isBusy ? ' busy' : ''}`}
      disabled={disabled === true}
      aria-busy={isBusy}
      onClick={click}
    >
      {caption}
      {isBusy && <Dots />}
    </button>
  )
}

const Caption = ({ emoji, label }: { emoji: WireButton['emoji']; label: WireButton['label'] }) => (
  <span class="caption">
    <EmojiView emoji={emoji} isAlone={!label} />
    {label}
  </span>
)

/** The emoji of a button or an option; a custom one is shown by its name. Screen readers leave it out where there is a label. */
export const EmojiView = ({ emoji, isAlone = false }: { emoji: WireEmoji | null | undefined; isAlone?: boolean }) =>
  emoji?.name ? (
    <span class="emoji" aria-hidden={!isAlone}>
      {emoji.id ? `:${emoji.name}:` : emoji.name}
    </span>
  ) : null

/** Three dots that move while something is under way. */
export const Dots = () => (
  <span class="dots" aria-hidden="true">
    <span />
    <span />
    <span />
  </span>
)
