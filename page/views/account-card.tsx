import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import { parseAccount, toProfileUrl, toSteam2, toSteam3 } from '../../src/model/steam-id.ts'
import { toBattleMetricsUrl } from '../../src/accounts/presentation/profile-facts.ts'
import { formatPerson } from '../../src/accounts/presentation/person-line.ts'
import { formatWorthKnowing } from '../../src/accounts/presentation/format-worth-knowing.ts'
import { toWorthKnowing } from '../to-worth-knowing.ts'
import { asWritten } from './as-written.ts'
import { Facts } from './facts.tsx'
import { useView } from './view-context.ts'

/** What the card says besides bans, hours and age, which its other lines say. */
const SAID_NOWHERE_ELSE = new Set(['bannedFriends', 'neverSetUp'])

/** The person behind an account, and the other forms of its id. Name, verdict and age are above it, on every tab. */
export function AccountCard({ account }: { account: LookupAnswer }) {
  const { texts, relative } = useView()
  const { accounts } = texts
  const { steamId, profile } = account
  const customUrl = parseAccount(profile.profileurl)
  const facts = toWorthKnowing(account.worthKnowing).filter(({ kind }) => SAID_NOWHERE_ELSE.has(kind))
  return (
    <div class="card">
      <section>
        <p class="person">{formatPerson(account, { escape: asWritten }, accounts)}</p>
        {facts.map((fact) => (
          <p key={fact.kind}>{formatWorthKnowing(fact, accounts, relative)}</p>
        ))}
        <p class="links">
          <a href={toProfileUrl(steamId)} rel="noreferrer" target="_blank">
            {accounts.lookup.steamProfile}
          </a>
          <a href={toBattleMetricsUrl(steamId)} rel="noreferrer" target="_blank">
            {accounts.lookup.battleMetrics}
          </a>
        </p>
        <details>
          <summary>{accounts.card.ids}</summary>
          <Facts
            facts={[
              ['SteamID64', <code>{steamId}</code>],
              ['Steam2', <code>{toSteam2(steamId)}</code>],
              ['Steam3', <code>{toSteam3(steamId)}</code>],
              customUrl?.kind === 'vanity' ? [accounts.lookup.customUrl, <code>{customUrl.name}</code>] : null,
            ]}
          />
        </details>
      </section>
    </div>
  )
}
