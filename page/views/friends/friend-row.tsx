import { Icon } from '../icon.tsx'
import { banStatusOf, formatBans, formatWithoutProfile } from '../../../src/accounts/presentation/ban-status.ts'
import {
  hasProfile,
  isChecked,
  type ListedFriend,
  toneOfFriend,
  whyWithoutProfile,
} from '../../../src/accounts/presentation/friend-filter.ts'
import { formatFriendHours, formatFriendship, formatSince } from '../../../src/accounts/presentation/friendship.ts'
import type { Tone } from '../../../src/lib/tone.ts'
import { plainDisplayName } from '../../../src/lib/visible-text.ts'
import { START } from '../../address.ts'
import { asWritten } from '../as-written.ts'
import { PageLink } from '../page-link.tsx'
import { useView, type ViewTools } from '../view-context.ts'

interface FriendRowProps {
  friend: ListedFriend
  /** When the oldest ban record was fetched, Unix seconds. */
  fetchedAt: number
}

/** A friend in a table, with a link to its card. */
export function FriendRow({ friend, fetchedAt }: FriendRowProps) {
  const tools = useView()
  const { tone, status, name, bans, hours, since } = describe(friend, fetchedAt, tools)
  return (
    <tr class={`tone-${tone}`}>
      <td>
        <Icon tone={tone} /> {status}
      </td>
      <td>
        <PageLink to={{ ...START, account: friend.steamId }}>
          {name === null ? <code>{friend.steamId}</code> : <bdi>{name}</bdi>}
        </PageLink>
        {name !== null && <code>{friend.steamId}</code>}
      </td>
      <td>{bans}</td>
      <td>{hours}</td>
      <td>{since}</td>
    </tr>
  )
}

interface Description {
  tone: Tone
  status: string
  /** Null if the name is unknown. */
  name: string | null
  bans: string
  hours: string
  since: string
}

function describe(friend: ListedFriend, fetchedAt: number, { texts: { accounts }, format }: ViewTools): Description {
  if (!isChecked(friend)) {
    const { personaname, friendSince } = friend
    return {
      tone: 'incomplete',
      status: accounts.common.unknown,
      name: personaname === null ? null : plainDisplayName(personaname, accounts),
      bans: '',
      hours: '',
      since: formatSince(friendSince, accounts, format.date),
    }
  }
  const tone = toneOfFriend(friend)
  const bans = formatBans(friend.banDetails, accounts, asWritten)
  if (!hasProfile(friend)) {
    const status = formatWithoutProfile(friend.banDetails, whyWithoutProfile(friend), accounts)
    return { tone, status, name: null, bans, hours: '', since: '' }
  }
  return {
    tone,
    status: accounts.results[banStatusOf(friend.banDetails)],
    name: plainDisplayName(friend.personaname, accounts),
    bans,
    hours: formatFriendHours(friend, accounts),
    since: formatFriendship(friend, fetchedAt, accounts, format.date),
  }
}
