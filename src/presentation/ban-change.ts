import type { BanChange } from '../model/ban-record.ts'
import { formatInterval } from './interval.ts'
import type { AccountTexts } from './texts/account-texts.ts'
import type { Tone } from './tone.ts'

/**
 * One change as a line: kind, value before and after, and when: `1 new VAC ban (0 → 1), on 3 or 4 May 2026`. `escape` makes
 * Steam's own words safe for the target.
 */
export function formatChange(change: BanChange, texts: AccountTexts, escape: (word: string) => string): string {
  return `${describeChange(change, texts, escape)}, ${formatInterval(change.when, texts)}`
}

/** The tone of changes: `neutral` when all of them were lifted, which does not make an account clean. */
export function toneOfChanges(changes: readonly BanChange[]): Tone {
  const added = changes.filter(({ isLifted }) => !isLifted)
  if (added.length === 0) return 'neutral'
  return added.every(({ kind }) => kind === 'trade') ? 'restricted' : 'banned'
}

/** As `formatChange`, without the time: `1 new VAC ban (0 → 1)`. */
export function describeChange(
  { kind, from, to, isLifted }: BanChange,
  texts: AccountTexts,
  escape: (word: string) => string,
): string {
  const { changes } = texts
  const count = Math.abs(Number(to) - Number(from))
  const values = (before: string, after: string) => `(${before} → ${after})`
  const lift = (what: string) => (isLifted ? changes.lifted(what) : what)
  switch (kind) {
    case 'vac':
      return `${lift((isLifted ? changes.liftedVac : changes.newVac)(count))} ${values(texts.number(Number(from)), texts.number(Number(to)))}`
    case 'game':
      return `${lift((isLifted ? changes.liftedGame : changes.newGame)(count))} ${values(texts.number(Number(from)), texts.number(Number(to)))}`
    case 'community':
      return lift(isLifted ? changes.liftedCommunity : changes.newCommunity)
    case 'trade': {
      const standing = (status: string) => formatStanding(status, texts, escape)
      return `${lift(isLifted ? changes.liftedTrade : changes.trade)} ${values(standing(String(from)), standing(String(to)))}`
    }
    case 'lastBan':
      return `${changes.newerBan} ${values(changes.daysAgo(Number(from)), changes.daysAgo(Number(to)))}`
  }
}

function formatStanding(status: string, { bans, changes }: AccountTexts, escape: (word: string) => string): string {
  return status === 'none' ? changes.goodStanding : bans.trade(escape(status))
}
