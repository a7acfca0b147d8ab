import { languageOf, type Translated } from '../../../model/language.ts'

/** The texts of the pages around the login in one language. */
interface LoginWords {
  language: string
  title: string
  token: string
  logIn: string
  wrong: string
  tooMany: (seconds: number) => string
  crossSite: string
  /** Why the page does not open, and the remedy. */
  noToken: string
  plain: string
  notBuilt: string
}

const en: LoginWords = {
  language: 'en',
  title: 'Status of Rapsheet',
  token: 'Admin token',
  logIn: 'Log in',
  wrong: 'The token is wrong.',
  tooMany: (seconds) => `Too many tries from your address. Try again in ${seconds} s.`,
  crossSite: 'Your browser says that another website sent this form. Enter the token here.',
  noToken:
    'This page is closed. Without ADMIN_TOKEN it opens only on the machine of the service, at http://localhost and its port, and without a proxy. Set ADMIN_TOKEN and restart the service to log in from here.',
  plain:
    'This page is closed, because the token would be readable on its way. Open it over HTTPS. Behind a proxy that does HTTPS, set TRUST_PROXY to its address.',
  notBuilt: 'The page is not built; this is the state as JSON.',
}

const de: LoginWords = {
  language: 'de',
  title: 'Zustand von Rapsheet',
  token: 'Admin-Token',
  logIn: 'Anmelden',
  wrong: 'Das Token ist falsch.',
  tooMany: (seconds) => `Zu viele Versuche von deiner Adresse. Versuch es in ${seconds} s noch einmal.`,
  crossSite: 'Dein Browser meldet, dass eine andere Website dieses Formular gesendet hat. Gib das Token hier ein.',
  noToken:
    'Diese Seite ist geschlossen. Ohne ADMIN_TOKEN öffnet sie sich nur auf dem Rechner des Dienstes, unter http://localhost und dessen Port und ohne Proxy. Setze ADMIN_TOKEN und starte den Dienst neu, um dich von hier anzumelden.',
  plain:
    'Diese Seite ist geschlossen, weil das Token unterwegs lesbar wäre. Öffne sie über HTTPS. Hinter einem Proxy, der HTTPS übernimmt, setze TRUST_PROXY auf dessen Adresse.',
  notBuilt: 'Die Seite ist nicht gebaut; das ist der Zustand als JSON.',
}

const WORDS: Translated<LoginWords> = { en, de }

/** The texts for a browser, by the first language of its `Accept-Language`. */
export const loginWordsFor = (acceptLanguage = ''): LoginWords =>
  WORDS[languageOf(/^\s*([\w-]+)/.exec(acceptLanguage)?.[1]?.toLowerCase() ?? '')]

/** Why the page is closed, as English sentences in errors for programs. */
export const CLOSED = { no_token: en.noToken, plain: en.plain } as const
