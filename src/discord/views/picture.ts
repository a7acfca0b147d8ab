import { ComponentType, type APIComponentInContainer } from 'discord.js'
import { plainDisplayName } from '../../lib/visible-text.ts'
import { text } from '../view.ts'

/** A line with more characters stands below the picture, because a phone has no room for it beside the picture. */
const BESIDE_CHARACTERS = 60

/** Name and picture of an account, as far as they are known. */
export interface KnownProfile {
  name: string | null
  /** The link of a picture; empty without one. */
  avatar: string
}

/** Returns the parts of a message: lines with the picture of an account beside them, and below it the first long line with all that follow. */
export function withPicture(
  lines: readonly string[],
  { name, avatar }: KnownProfile,
  texts: { common: { namelessAccount: string; avatarOf: (values: { name: string }) => string } },
): (string | APIComponentInContainer)[] {
  if (!avatar) return [lines.join('\n')]
  const long = lines.findIndex((line, index) => index > 0 && line.length > BESIDE_CHARACTERS)
  const end = long === -1 ? lines.length : long
  const accessory = {
    type: ComponentType.Thumbnail as const,
    media: { url: avatar },
    description: texts.common.avatarOf({ name: plainDisplayName(name ?? '', texts) }),
  }
  const beside = { type: ComponentType.Section as const, components: [text(lines.slice(0, end).join('\n'))], accessory }
  return [beside, ...(end < lines.length ? [lines.slice(end).join('\n')] : [])]
}
