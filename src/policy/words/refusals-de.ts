import { createPlurals } from '../../lib/plural.ts'
import type * as english from './refusals-en.ts'

const { number, counted, noun } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })
const times = (count: number) => `${number(count)}-mal`

export const refusals: typeof english.refusals = {
  title: {
    enforce: (account) => `Abgelehnt: ${account}`,
    observe: (account) => `Wäre abgelehnt worden: ${account}`,
  },
  digestTitle: {
    enforce: (count) => `${accounts(count)} abgelehnt`,
    observe: (count) => `${counted(count, { one: 'Konto wäre', other: 'Konten wären' })} abgelehnt worden`,
  },
  inObserve: 'Sie wurden eingelassen: Der Modus war *aufzeichnen*.',
  wasLetIn: 'Es wurde eingelassen: Der Modus war *aufzeichnen*.',
  between: (first, last) => `${first} bis ${last}`,
  version: (version) => `Richtlinie Version ${version}`,
  times: {
    enforce: (count) => `an diesem Tag ${times(count)} abgelehnt`,
    observe: (count) => `wäre an diesem Tag ${times(count)} abgelehnt worden`,
  },
  allInFile: 'Alle stehen in refusals.csv.',
  open: 'Ein Konto öffnen, um es auszunehmen oder nachzuschlagen',
  notShown:
    'Das kann wegen eines Fehlers in Rapsheet nicht vollständig gezeigt werden. /richtlinie testen sagt, warum ein Konto abgelehnt wird.',
  gone: 'Die Ablehnung ist nicht mehr gespeichert.',
  form: {
    title: { allow: 'Ein Konto immer einlassen', deny: 'Ein Konto immer ablehnen' },
    account: 'Konto',
    reason: 'Notiz',
    reasonHint: 'Steht bei den Ausnahmen der Richtlinie',
    until: 'Bis',
    untilHint: 'Zum Beispiel 30d, 6mo oder 31.12.2027; leer heißt ohne Ende',
  },
}
