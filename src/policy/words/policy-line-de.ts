import { createPlurals } from '../../lib/plural.ts'
import type * as english from './policy-line-en.ts'

const { number } = createPlurals('de')

export const policyLine: typeof english.policyLine = {
  refuses: (why) => `Die Richtlinie würde dieses Konto ablehnen: ${why}`,
  noRule: 'Keine Regel der Richtlinie lehnt dieses Konto ab',
  excepted: 'Eine Ausnahme setzt für dieses Konto alle Regeln der Richtlinie außer Kraft',
  undecided: (why) => `Die Richtlinie kann über dieses Konto nicht entscheiden: ${why}`,
  observes: 'Die Richtlinie zeichnet nur auf: Im Moment wird niemand abgelehnt.',
  refusesSome: (count) =>
    `Nach dem, was hier bekannt ist, würde die Richtlinie ${number(count)} der obigen Konten ablehnen:`,
}
