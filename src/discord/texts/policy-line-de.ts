import type { PolicyLanguage } from '../../model/policy.ts'
import { createPlurals } from '../../lib/plural.ts'
import type { Texts } from './texts.ts'

const { noun } = createPlurals('de')
const accounts = noun({ one: 'oben stehendes Konto', other: 'oben stehende Konten' })

export const policyLanguage: PolicyLanguage = 'de'

export const policyLine: Texts['policyLine'] = {
  refuses: (why) => `Eure Richtlinie würde ablehnen: ${why}`,
  accepts: 'Eure Richtlinie würde dieses Konto einlassen.',
  acceptsBecause: (why) => `Eure Richtlinie würde es einlassen: ${why}`,
  undecided: (why) => `Eure Richtlinie ist nicht entscheidbar: ${why}`,
  refusesSome: (count) => `Nach dem, was hier bekannt ist, würde eure Richtlinie ${accounts(count)} ablehnen:`,
}
