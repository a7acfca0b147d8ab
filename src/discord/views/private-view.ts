import type { SteamId } from '../../model/steam-id.ts'
import type { FoundBy } from '../found-by.ts'
import type { Texts } from '../texts/texts.ts'
import { container, ICONS, row, text } from '../view.ts'
import type { View } from '../view.ts'
import { backButton, foundByLines, postButton, formatAccount } from './parts.ts'

type PrivatePart = 'friends_private' | 'stats_private'

/** The message that a part of an account is private. */
export function privateView(
  part: PrivatePart,
  { steamId, name, foundBy }: { steamId: SteamId; name: string | null; foundBy: FoundBy | null },
  texts: Texts,
): View {
  const { title, text: format } = texts.errors[part]
  const sentence = format({ subject: formatAccount(steamId, name, texts), when: '', detail: '', requestId: '' })
  return {
    components: [
      container('private', [
        text([`### ${ICONS.private} ${title}`, ...foundByLines(foundBy, texts), sentence].join('\n')),
      ]),
      row([backButton(steamId, texts, foundBy), postButton(texts)]),
    ],
  }
}
