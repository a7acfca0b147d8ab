import { createPlurals } from '../../lib/plural.ts'
import type { AccountTexts } from './account-texts.ts'

const { counted, noun } = createPlurals('de')

export const compare: AccountTexts['compare'] = {
  title: 'Zwei Konten nebeneinander',
  friendCount: noun({ one: 'Freund', other: 'Freunde' }),
  friendsSince: (when) => `A und B sind Freunde seit ${when}.`,
  friendsUndated: 'A und B sind Freunde. Seit wann, sagt Steam nicht.',
  notFriends: 'A und B sind nicht befreundet.',
  friendshipUnknown: 'Ob A und B Freunde sind, ist nicht bekannt.',
  shared: noun({ one: 'gemeinsamer Freund', other: 'gemeinsame Freunde' }),
  sharedAtLeast: (count) => `Mindestens ${counted(count, { one: 'gemeinsamer Freund', other: 'gemeinsame Freunde' })}`,
  noneShared: 'Keine gemeinsamen Freunde',
  sharedUnknown: 'Gemeinsame Freunde sind nicht bekannt',
  listPrivate: (letter) => `die Freundesliste von ${letter} ist privat`,
  listUnavailable: (letter) => `die Freundesliste von ${letter} war nicht prüfbar`,
  listUnreadable: (letter, count) =>
    `Steam nennt zu ${counted(count, { one: 'Freund', other: 'Freunden' })} von ${letter} keine ID`,
  since: (letter, when) => `${letter} seit ${when}`,
  sinceUnknown: (letter) => `${letter} seit: unbekannt`,
  notChecked: 'Bans nicht geprüft',
  noAnswer: 'Das sind Fakten, kein Beweis: Auch wer zusammen spielt, hat gemeinsame Freunde.',
}
