// Emoji sequences need the `v` flag, which the TypeScript target does not allow in a literal.
const EMOJI = new RegExp('(\\p{RGI_Emoji})', 'v')

/** A text whose emoji are as large as Discord's. */
export const EmojiText = ({ text }: { text: string }) => (
  <>{text.split(EMOJI).map((part, index) => (index % 2 === 1 ? <span class="emoji">{part}</span> : part))}</>
)
