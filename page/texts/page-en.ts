import { dossier } from './dossier-en.ts'
import { box, frame, states, token } from './frame-en.ts'
import { actions, columns, filters, tabs } from './table-en.ts'
import { compare, friends, inventory, stats, timeline } from './tabs-en.ts'

/** The page's own texts in English; other languages have the same fields. */
export const page = {
  frame,
  box,
  states,
  token,
  actions,
  columns,
  filters,
  tabs,
  friends,
  timeline,
  stats,
  inventory,
  compare,
  dossier,
}
