import type { LookupAnswer } from '../../../src/model/lookup-answer.ts'
import { plainDisplayName } from '../../../src/lib/visible-text.ts'
import type { Listing } from '../../address.ts'
import type { Scan } from '../../state/scan.ts'
import { countBanned } from '../../state/scanned-friends.ts'
import { useView } from '../view-context.ts'
import { FriendList } from './friend-list.tsx'
import { ScanAnnouncer } from './scan-announcer.tsx'
import { ScanProgress } from './scan-progress.tsx'
import { ScanSummary } from './scan-summary.tsx'
import { StoppedScan } from './stopped-scan.tsx'
import { Timeline } from './timeline.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

interface FriendsViewProps {
  account: LookupAnswer
  scan: Scan
  listing: Listing
}

/** The friends of an account and their bans, while they are checked and afterwards. */
export function FriendsView({ account, scan, listing }: FriendsViewProps) {
  const { texts } = useView()
  const head = useKeptFocus<HTMLDivElement>()
  const name = plainDisplayName(account.profile.personaname, texts.accounts)
  return (
    <div class="friends">
      <ScanAnnouncer scan={scan} name={name} />
      <div ref={head} tabIndex={-1}>
        <Head scan={scan} name={name} />
      </div>
      {scan.state === 'done' && <Timeline result={scan.result} account={account} />}
      <FriendList steamId={account.steamId} name={name} scan={scan} listing={listing} />
    </div>
  )
}

function Head({ scan, name }: { scan: Scan; name: string }) {
  switch (scan.state) {
    case 'idle':
      return <ScanProgress progress={null} banned={0} name={name} />
    case 'running':
      return <ScanProgress progress={scan.progress} banned={countBanned(scan.found)} name={name} />
    case 'cancelled':
    case 'failed':
      return <StoppedScan scan={scan} name={name} />
    case 'done':
      return <ScanSummary scan={scan} name={name} />
  }
}
