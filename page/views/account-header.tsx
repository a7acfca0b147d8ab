import { Icon } from './icon.tsx'
import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import { formatVerdict, toneOfAccount } from '../../src/accounts/presentation/account-verdict.ts'
import { formatFoundBy, howFound } from '../../src/accounts/presentation/profile-facts.ts'
import { agedParts, formatPartAges } from '../../src/accounts/presentation/part-ages.ts'
import { plainDisplayName } from '../../src/lib/visible-text.ts'
import { asWritten } from './as-written.ts'
import { toImageUrl } from './image-url.ts'
import { useView } from './view-context.ts'

interface AccountHeaderProps {
  account: LookupAnswer
  /** The account as the user gave it. */
  typed: string
}

/** Name, ban status and age of an account; above every tab, so that it is always visible. */
export function AccountHeader({ account, typed }: AccountHeaderProps) {
  const { texts, relative } = useView()
  const { accounts } = texts
  const { profile, steamId } = account
  const name = plainDisplayName(profile.personaname, accounts)
  const tone = toneOfAccount(account)
  const foundBy = howFound(typed, account)
  return (
    <header class={`account tone-${tone}`}>
      {profile.avatarfull !== '' && (
        <img
          class="avatar"
          src={toImageUrl(profile.avatarfull)}
          alt={accounts.common.avatarOf({ name })}
          width="92"
          height="92"
        />
      )}
      <div>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p class="verdict">
          <Icon tone={tone} /> {formatVerdict(account, accounts, asWritten)}
        </p>
        {account.stale && (
          <p>
            <Icon tone="limited" /> {accounts.lookup.stale({ when: relative(account.fetchedAt) })}
          </p>
        )}
        <p class="identity">
          <code>{steamId}</code>
          {foundBy && <span> {formatFoundBy(foundBy, accounts, asWritten)}</span>}
        </p>
        <p class="age">{formatPartAges(agedParts(account, accounts), accounts, relative).join(' · ')}</p>
      </div>
    </header>
  )
}
