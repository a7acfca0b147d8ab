import type { AccountTexts } from '../src/accounts/words/account-texts.ts'
import type { Scan } from './state/scan.ts'

type StoppedScan = Extract<Scan, { state: 'cancelled' | 'failed' }>

/** Formats the progress of a scan when it stopped. */
export const formatStop = ({ progress }: Pick<StoppedScan, 'progress'>, { friends }: AccountTexts): string =>
  progress === null
    ? friends.stoppedBeforeList
    : friends.stoppedAfter({ current: progress.current, total: progress.total })
