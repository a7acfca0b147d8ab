import { dossier } from './dossier-de.ts'
import { box, frame, states, token } from './frame-de.ts'
import { actions, columns, filters, tabs } from './table-de.ts'
import { compare, friends, inventory, stats, timeline } from './tabs-de.ts'
import type { PageTexts } from './page-texts.ts'

export const page: PageTexts['page'] = {
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
