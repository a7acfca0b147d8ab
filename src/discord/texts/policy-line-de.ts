import type { PolicyLanguage } from '../../model/policy.ts'
import { createPlurals } from '../../lib/plural.ts'
import type { Texts } from './texts.ts'

const { noun } = createPlurals('de')
const accounts = noun({ one: 'oben stehendes Konto', other: 'oben stehende Konten' })

export const policyLanguage: PolicyLanguage = 'de'

export const policyLine: Texts['policyLine'] = {
  refuses: (why) => `Richtlinie würde dieses Konto ablehnen: ${why}`,
  noRule: 'Richtlinie: Keine Regel lehnt dieses Konto ab',
  excepted: 'Richtlinie: Eine Ausnahme setzt für dieses Konto alle Regeln außer Kraft',
  undecided: (why) => `Richtlinie kann über dieses Konto nicht entscheiden: ${why}`,
  observes: 'Die Richtlinie zeichnet nur auf: Im Moment wird niemand abgelehnt.',
  refusesSome: (count) => `Nach dem, was hier bekannt ist, würde die Richtlinie ${accounts(count)} ablehnen:`,
}
