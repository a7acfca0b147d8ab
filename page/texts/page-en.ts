import { dossier } from './dossier-en.ts'
import { box, frame, states, token } from './frame-en.ts'
import { actions, columns, filters, tabs } from './table-en.ts'
import { compare, friends, inventory, stats, timeline } from './tabs-en.ts'

/** English: the list of the page's own words. */
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
