import type { Texts } from '../texts/texts.ts'
import { container, ICONS, row, text, type View } from '../view.ts'
import { backButton, foundByLines, postButton, formatAccount, type ViewedAccount } from './parts.ts'

/** The message that a part of an account is private. */
export function privateView(
  part: 'friends_private' | 'stats_private',
  { steamId, name, foundBy }: ViewedAccount,
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
