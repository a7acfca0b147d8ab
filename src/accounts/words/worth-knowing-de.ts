import { createPlurals } from '../../lib/plural.ts'
import type { AccountTexts } from './account-texts.ts'

const { number, plural, counted } = createPlurals('de')

export const worthKnowing: AccountTexts['worthKnowing'] = {
  title: 'Gut zu wissen',
  young: (age) => `Neues Konto: ${age}`,
  fewHours: (hours) => `Wenige Rust-Stunden: ${hours}`,
  rustNotOwned: 'Kein eigenes Rust: nie gespielt oder nur über Family Sharing',
  hoursHidden: 'Rust-Stunden verborgen, obwohl das Profil öffentlich ist',
  recentBan: (ban) => `Frischer Ban: ${ban}`,
  severalBans: (count) => `Mehrere Bans: insgesamt ${number(count)}`,
  neverSetUp: 'Profil nie eingerichtet',
  bannedFriends: (banned, checked, when) =>
    `Gebannte Freunde: ${number(banned)} von ${counted(checked, { one: 'geprüften Freund', other: 'geprüften Freunden' })} ${plural(banned, { one: 'ist', other: 'sind' })} gebannt, geprüft ${when}`,
  earlierNames: (names) => `Frühere Namen: ${names}`,
}
