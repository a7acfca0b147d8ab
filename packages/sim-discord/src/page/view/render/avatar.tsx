import type { WireAuthor } from '../../wire-format.ts'

/** The colours of Discord's default avatars. */
const COLOURS = 6

/** The avatar of someone without a picture: a letter on one of Discord's colours; the bot has its icon. */
export function Avatar({
  author,
  isSmall = false,
}: {
  author: Pick<WireAuthor, 'id' | 'username' | 'bot'>
  isSmall?: boolean
}) {
  const colour = author.bot ? 'bot' : String(Number(BigInt(author.id) >> 22n) % COLOURS)
  return (
    <span class={`avatar avatar-${colour}${isSmall ? ' small' : ''}`} aria-hidden="true">
      {author.bot ? '' : Array.from(author.username)[0]?.toUpperCase()}
    </span>
  )
}
