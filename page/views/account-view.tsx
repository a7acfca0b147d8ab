import { stripInvisible } from '../../src/lib/visible-text.ts'
import { TABS, type Address } from '../address.ts'
import type { AccountParts } from '../state/page-state.ts'
import { AccountActions } from './account-actions.tsx'
import { AccountCard } from './account-card.tsx'
import { AccountHeader } from './account-header.tsx'
import { ErrorBox } from './error-box.tsx'
import { createLazyView } from './lazy.tsx'
import { Loading } from './loading.tsx'
import { PageLink } from './page-link.tsx'
import { useView } from './view-context.ts'

const FriendsTab = createLazyView(() => import('./friends/friends-view.tsx').then(({ FriendsView }) => FriendsView))
const InventoryTab = createLazyView(() =>
  import('./inventory/inventory-view.tsx').then(({ InventoryView }) => InventoryView),
)
const CompareTab = createLazyView(() => import('./compare/compare-view.tsx').then(({ CompareView }) => CompareView))
const StatsTab = createLazyView(() => import('./stats/stats-view.tsx').then(({ StatsView }) => StatsView))

const MAX_TYPED_CHARACTERS = 64

interface AccountViewProps {
  address: Address
  parts: AccountParts
}

/** One account: its header, and the open tab. */
export function AccountView({ address, parts }: AccountViewProps) {
  const { texts, actions } = useView()
  const { account } = parts
  const typed = address.account ?? ''
  switch (account.state) {
    case 'idle':
    case 'loading':
      return <Loading text={texts.page.states.loadingAccount({ name: stripInvisible(typed, MAX_TYPED_CHARACTERS) })} />
    case 'failed':
      return <ErrorBox error={account.error} at={account.at} subject={typed} onRetry={() => actions.retry('account')} />
    case 'ready':
      return (
        <article>
          <AccountHeader account={account.value} typed={typed} />
          <AccountActions address={address} parts={parts} />
          <nav class="tabs" aria-label={texts.page.tabs.label}>
            {TABS.map((tab) => (
              <PageLink key={tab} to={{ ...address, tab, listing: {} }} isCurrent={tab === address.tab}>
                {texts.accounts.buttons[tab]}
              </PageLink>
            ))}
          </nav>
          {address.tab === 'account' && <AccountCard account={account.value} />}
          {address.tab === 'friends' && (
            <FriendsTab account={account.value} scan={parts.friends} listing={address.listing} />
          )}
          {address.tab === 'inventory' && (
            <InventoryTab steamId={account.value.steamId} inventory={parts.inventory} listing={address.listing} />
          )}
          {address.tab === 'stats' && <StatsTab account={account.value} stats={parts.stats} />}
          {address.tab === 'compare' && <CompareTab address={address} comparison={parts.comparison} />}
        </article>
      )
  }
}
