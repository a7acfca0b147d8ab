import type { LookupAnswer } from '../../../src/model/lookup-answer.ts'
import type { Listing } from '../../address.ts'
import type { Scan } from '../../state/scan.ts'
import { Loading } from '../loading.tsx'
import { useView } from '../view-context.ts'

interface FriendsViewProps {
  account: LookupAnswer
  scan: Scan
  listing: Listing
}

/** The friends of an account and their bans. */
export function FriendsView({ scan }: FriendsViewProps) {
  const { friends } = useView().texts.accounts
  if (scan.state === 'idle' || scan.state === 'running') return <Loading text={friends.loadingList} />
  return null
}
