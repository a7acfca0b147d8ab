import { createPlurals } from '../../lib/plural.ts'
import type { AccountTexts } from './account-texts.ts'

const { counted } = createPlurals('de')

export const lookup: AccountTexts['lookup'] = {
  banned: (what) => `Von Steam gebannt: ${what}.`,
  restricted: (what) => `Nur eine Handelsbeschränkung: ${what}.`,
  clean: 'Kein Ban verzeichnet.',
  private: 'Kein Ban verzeichnet, aber das Profil ist privat.',
  staleClean: 'Bei der letzten Prüfung war kein Ban verzeichnet.',
  stale: (when) => `Von Steam kam keine neue Antwort. Stand: ${when}; das kann veraltet sein.`,
  incomplete: (what) => `Kein Ban verzeichnet. Nicht prüfbar: ${what}.`,
  vacBans: 'VAC-Bans',
  gameBans: 'Game-Bans',
  lastBan: 'Letzter Ban',
  sharedDate: 'VAC- oder Game-Ban: Steam sagt nicht, welcher',
  tradeRestriction: 'Handelsbeschränkung',
  yes: 'ja',
  no: 'nein',
  rustHours: 'Rust-Stunden',
  noRust: 'keine: besitzt Rust nicht oder hat es weniger als 3 Minuten gespielt',
  twoWeeks: (hours) => `${hours} in den letzten zwei Wochen`,
  friendList: 'Freundesliste',
  friendsPublic: 'öffentlich',
  account: 'Konto',
  created: (date) => `erstellt am ${date}`,
  age: {
    days: (count) => (count === 0 ? 'noch keinen Tag alt' : `${counted(count, { one: 'Tag', other: 'Tage' })} alt`),
    months: (count) => `${counted(count, { one: 'Monat', other: 'Monate' })} alt`,
    years: (count) => `${counted(count, { one: 'Jahr', other: 'Jahre' })} alt`,
  },
  country: 'Land im Profil',
  customUrl: 'Custom-URL',
  steamProfile: 'Steam-Profil',
  battleMetrics: 'BattleMetrics (RCON)',
  parts: { bans: 'Bans', profile: 'Profil', rustHours: 'Rust-Stunden', friendsPrivate: 'Freundesliste' },
  and: ' und ',
}

export const halfRecord: AccountTexts['halfRecord'] = {
  title: 'Unvollständige Antwort von Steam',
  profile: (wait) =>
    `Steam hat Angaben zu Bans, aber kein Profil geliefert. Versuch es in ${wait} noch einmal, um sicherzugehen.`,
  bans: (wait) =>
    `Steam hat ein Profil, aber keine Angaben zu Bans geliefert; Bans waren daher nicht prüfbar. Versuch es in ${wait} noch einmal.`,
}

export const noProfile: AccountTexts['noProfile'] = {
  title: 'Kein Profil',
  withBans: (account, bans) =>
    `${account} hat kein Profil: gelöscht oder nie eingerichtet. Verzeichnete Bans: ${bans}.`,
  withoutBans: (account) =>
    `${account} hat kein Profil: gelöscht oder nie eingerichtet. Verzeichnete Bans: keine; ohne Profil sagt das wenig.`,
  notReturned: (bans, last) => `${[`${bans} verzeichnet`, ...last].join(', ')}; Steam hat kein Profil mitgeliefert`,
  noneNotReturned: 'kein Ban verzeichnet, aber Steam hat kein Profil mitgeliefert',
}
