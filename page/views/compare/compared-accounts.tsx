import type { FoundBy } from '../../../src/model/steam-id.ts'
import { Icon } from '../icon.tsx'
import type { ComparisonAnswer } from '../../../src/model/comparison.ts'
import { formatVerdict, toneOfAccount } from '../../../src/accounts/presentation/account-verdict.ts'
import { formatFoundBy, formatKnownAge, howFound } from '../../../src/accounts/presentation/profile-facts.ts'
import type { Letter } from '../../../src/accounts/presentation/comparison.ts'
import { formatKnownHours, hoursOf } from '../../../src/accounts/presentation/hours.ts'
import { agedParts, formatPartAges } from '../../../src/accounts/presentation/part-ages.ts'
import { ICONS } from '../../../src/lib/tone.ts'
import { plainDisplayName } from '../../../src/lib/visible-text.ts'
import { START } from '../../address.ts'
import { asWritten } from '../as-written.ts'
import { type Fact, Facts } from '../facts.tsx'
import { PageLink } from '../page-link.tsx'
import { useView, type ViewTools } from '../view-context.ts'

type ComparedAccount = ComparisonAnswer['accounts'][number]

interface ComparedAccountsProps {
  accounts: ComparisonAnswer['accounts']
  /** The second account as the user gave it. */
  other: string
}

/** Two accounts in short, called A and B. */
export function ComparedAccounts({ accounts: [a, b], other }: ComparedAccountsProps) {
  return (
    <div class="sides">
      {/* How the first account was found is shown above the tabs. */}
      <Side account={a} letter="A" foundBy={null} />
      <Side account={b} letter="B" foundBy={howFound(other, b)} />
    </div>
  )
}

interface SideProps {
  account: ComparedAccount
  letter: Letter
  foundBy: FoundBy | null
}

function Side({ account, letter, foundBy }: SideProps) {
  const tools = useView()
  const { accounts: texts } = tools.texts
  const tone = toneOfAccount(account)
  return (
    <section class={`notice tone-${tone}`}>
      <h3>
        {letter}:{' '}
        <PageLink to={{ ...START, account: account.steamId }}>
          <bdi>{plainDisplayName(account.profile.personaname, texts)}</bdi>
        </PageLink>
      </h3>
      <p class="verdict">
        <Icon tone={tone} /> {formatVerdict(account, texts, asWritten)}
      </p>
      {account.stale && (
        <p>
          <Icon tone="limited" /> {texts.lookup.stale({ when: tools.relative(account.fetchedAt) })}
        </p>
      )}
      <p>
        <code>{account.steamId}</code>
        {foundBy && <span> {formatFoundBy(foundBy, texts, asWritten)}</span>}
      </p>
      <Facts facts={keyFacts(account, tools)} />
      <p class="age">{formatPartAges(agedParts(account, texts), texts, tools.relative).join(' · ')}</p>
    </section>
  )
}

function keyFacts(account: ComparedAccount, { texts, format }: ViewTools): Fact[] {
  const { lookup, common, hidden, compare } = texts.accounts
  const unknown = `${ICONS.incomplete} ${common.unknown}`
  const isPrivate = (what: string) => `${ICONS.private} ${what}`
  const hours = hoursOf(account)
  const { state, total } = account.friendList
  return [
    [texts.accounts.buttons.account, formatKnownAge(account, texts.accounts, format.date) ?? isPrivate(hidden.age)],
    [
      lookup.rustHours,
      hours === undefined
        ? unknown
        : hours === null
          ? isPrivate(hidden.hours)
          : formatKnownHours(hours, texts.accounts),
    ],
    [
      lookup.friendList,
      state === 'known' && total !== null
        ? compare.friendCount({ count: total })
        : state === 'private'
          ? isPrivate(hidden.friendList)
          : unknown,
    ],
  ]
}
