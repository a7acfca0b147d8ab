import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import { toProfileUrl, toSteam2, toSteam3 } from '../../src/model/steam-id.ts'
import { toBattleMetricsUrl } from '../../src/accounts/presentation/profile-facts.ts'
import { ICONS } from '../../src/lib/tone.ts'
import { formatWorthKnowing } from '../../src/accounts/presentation/format-worth-knowing.ts'
import { banFacts, profileFacts, type AccountFact } from '../account-facts.ts'
import { toWorthKnowing } from '../to-worth-knowing.ts'
import { Facts, type Fact } from './facts.tsx'
import { useView } from './view-context.ts'

/** All facts about one account. Name, verdict and age are above it, on every tab. */
export function AccountCard({ account }: { account: LookupAnswer }) {
  const { texts, format, relative } = useView()
  const { accounts } = texts
  const { steamId } = account
  const worthKnowing = toWorthKnowing(account.worthKnowing)
    .map((fact) => formatWorthKnowing(fact, accounts, relative))
    .filter((sentence) => sentence !== null)
  return (
    <div class="card">
      {worthKnowing.length > 0 && (
        <section class="worth-knowing">
          <h3>{accounts.worthKnowing.title}</h3>
          <ul>
            {worthKnowing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      <Facts facts={banFacts(account, texts, format).map(toFact)} />
      <Facts facts={profileFacts(account, texts, format).map(toFact)} />
      <Facts
        facts={[
          ['SteamID64', <code>{steamId}</code>],
          ['Steam2', <code>{toSteam2(steamId)}</code>],
          ['Steam3', <code>{toSteam3(steamId)}</code>],
        ]}
      />
      <p class="links">
        <a href={toProfileUrl(steamId)} rel="noreferrer" target="_blank">
          {accounts.lookup.steamProfile}
        </a>
        <a href={toBattleMetricsUrl(steamId)} rel="noreferrer" target="_blank">
          {accounts.lookup.battleMetrics}
        </a>
      </p>
    </div>
  )
}

/** A fact with its icon before the value. */
const toFact = ({ label, value, tone }: AccountFact): Fact => [label, tone ? `${ICONS[tone]} ${value}` : value]
