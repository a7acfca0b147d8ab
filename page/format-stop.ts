import type { AccountTexts } from '../src/accounts/words/account-texts.ts'
import type { Scan } from './state/scan.ts'

type StoppedScan = Extract<Scan, { state: 'cancelled' | 'failed' }>

/** How far a scan came before it stopped. */
export const formatStop = ({ progress }: Pick<StoppedScan, 'progress'>, { friends }: AccountTexts): string =>
  progress === null ? friends.stoppedBeforeList : friends.stoppedAfter(progress.current, progress.total)
