import { Icon } from '../icon.tsx'
import type { ComparisonAnswer } from '../../../src/model/comparison.ts'
import {
  formatFriendOf,
  formatFriendship,
  LETTERS,
  titleOfShared,
  whySharedUnknown,
} from '../../../src/accounts/presentation/comparison.ts'
import { plainDisplayName } from '../../../src/lib/visible-text.ts'
import { START } from '../../address.ts'
import { MAX_ACCOUNTS } from '../../state/account-list.ts'
import { Notice } from '../notice.tsx'
import { PageLink } from '../page-link.tsx'
import { useView } from '../view-context.ts'

type SharedFriend = NonNullable<ComparisonAnswer['shared']>[number]

/** Whether two accounts are friends, and the friends that they share. */
export function Friendship({ comparison }: { comparison: ComparisonAnswer }) {
  const { texts, format } = useView()
  const { accounts: words } = texts
  const { friendship, shared, sharedIncomplete } = comparison
  return (
    <section class="friendship">
      <p class="verdict">
        {friendship.state === 'unknown' && <Icon tone="incomplete" />}
        {formatFriendship(friendship, words, format.date)}
      </p>
      {(!shared || sharedIncomplete) && <UnknownShared comparison={comparison} />}
      {shared && !(sharedIncomplete && shared.length === 0) && <SharedFriends shared={shared} />}
      <p class="hint">{words.compare.noAnswer}</p>
    </section>
  )
}

function SharedFriends({ shared }: { shared: readonly SharedFriend[] }) {
  const { accounts: words, page } = useView().texts
  const { compare } = words
  const listed = shared.slice(0, MAX_ACCOUNTS).map(({ steamId }) => steamId)
  if (shared.length === 0) return <h3>{compare.noneShared}</h3>
  return (
    <>
      <h3>
        {compare.shared({ count: shared.length })} <span class="hint">({compare.notChecked})</span>
      </h3>
      <p>
        <PageLink to={{ ...START, accounts: listed, beyond: shared.length - listed.length }}>
          {page.compare.lookUpShared({ count: listed.length })}
        </PageLink>
      </p>
      <ul class="shared">
        {shared.map((friend) => (
          <li key={friend.steamId}>
            <SharedRow friend={friend} />
          </li>
        ))}
      </ul>
    </>
  )
}

function SharedRow({ friend: { steamId, personaname, friendSince } }: { friend: SharedFriend }) {
  const { texts, format } = useView()
  const dates = LETTERS.map((letter, index) =>
    formatFriendOf(letter, friendSince[index] ?? 0, texts.accounts, format.date),
  )
  return (
    <>
      <PageLink to={{ ...START, account: steamId }}>
        <bdi>
          {personaname === null ? texts.accounts.common.profile : plainDisplayName(personaname, texts.accounts)}
        </bdi>
      </PageLink>
      <code>{steamId}</code>
      {dates.map((date) => (
        <span key={date}>{date}</span>
      ))}
    </>
  )
}

/** Explains why the common friends are unknown or incomplete; that must not look as if there were none. */
function UnknownShared({ comparison }: { comparison: ComparisonAnswer }) {
  const { shared, sharedIncomplete, accounts } = comparison
  const { accounts: words, language } = useView().texts
  const lists = accounts.map(({ friendList }) => friendList)
  const isHidden = !sharedIncomplete && lists.every(({ state }) => state !== 'unavailable')
  const [first = '', ...rest] = words.commas(whySharedUnknown(lists, words))
  return (
    <Notice
      tone={isHidden ? 'private' : 'incomplete'}
      title={titleOfShared(shared?.length ?? null, sharedIncomplete, words)}
    >
      <p>{words.common.sentence({ text: `${first.toLocaleUpperCase(language)}${rest.join('')}` })}</p>
    </Notice>
  )
}
