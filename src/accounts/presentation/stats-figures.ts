import type { Stats } from '../../model/stats.ts'
import { whole } from './stats-values.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/** A key figure: a rate, and the counts that it is made of. */
export interface Figure {
  label: string
  /** The rate; null while its counters are 0. */
  rate: string | null
  /** The counts in words, or that nothing is counted yet. */
  counts: string
  /** The counters that the figure contains, as `group.counter`. */
  counters: string[]
}

/** A percentage without decimals, which say something only below 10. */
const rounded = (percentage: number) => (percentage < 10 ? percentage : Math.round(percentage))

/** K/D, accuracy and headshot rate. */
export function statsFigures({ combat }: Stats, { number, percent, stats }: AccountTexts): Figure[] {
  const { kills, deaths, kd, bulletsHit, bulletsFired, accuracy, headshots, headshotRate } = combat
  const labels = stats.counters.combat
  const figure = (
    key: keyof typeof labels,
    isCounted: boolean,
    rate: string,
    counts: string,
    parts: string[],
  ): Figure => ({
    label: labels[key],
    rate: isCounted ? rate : null,
    counts: isCounted ? counts : stats.nothingCounted,
    counters: [key, ...(isCounted ? parts : [])].map((counter) => `combat.${counter}`),
  })
  const killCounts = stats.killsAndDeaths(whole(kills), whole(deaths))
  const hitCounts = stats.hitsOfShots(whole(bulletsHit), whole(bulletsFired))
  const headshotCounts = stats.headshots(whole(headshots))
  return [
    figure('kd', kills > 0 || deaths > 0, number(kd), killCounts, ['kills', 'deaths']),
    figure('accuracy', bulletsFired > 0, percent(rounded(accuracy)), hitCounts, ['bulletsHit', 'bulletsFired']),
    figure('headshotRate', bulletsHit > 0, percent(rounded(headshotRate)), headshotCounts, ['headshots']),
  ]
}
