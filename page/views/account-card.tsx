import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import { parseAccount, toProfileUrl, toSteam2, toSteam3 } from '../../src/model/steam-id.ts'
import { hasBanDate, hasSharedBanDate } from '../../src/presentation/ban-status.ts'
import { formatKnownAge } from '../../src/presentation/age.ts'
import { formatKnownHours, hoursOf } from '../../src/presentation/hours.ts'
import { agedParts, formatPartAges } from '../../src/presentation/part-ages.ts'
import { formatCountry, formatTradeStanding, toBattleMetricsUrl } from '../../src/presentation/profile-facts.ts'
import { ICONS } from '../../src/presentation/tone.ts'
import { formatWorthKnowing } from '../../src/presentation/worth-knowing.ts'
import { toWorthKnowing } from '../to-worth-knowing.ts'
import { asWritten } from './as-written.ts'
import { Facts, type Fact } from './facts.tsx'
import { useView, type ViewTools } from './view-context.ts'

/** All facts about one account. Its name and verdict stand above, on every tab. */
export function AccountCard({ account }: { account: LookupAnswer }) {
  const tools = useView()
  const { accounts: texts } = tools.texts
  const { steamId } = account
  const worthKnowing = toWorthKnowing(account.worthKnowing)
    .map((fact) => formatWorthKnowing(fact, texts, tools.relative))
    .filter((sentence) => sentence !== null)
  return (
    <div class="card">
      {worthKnowing.length > 0 && (
        <section class="worth-knowing">
          <h3>{texts.worthKnowing.title}</h3>
          <ul>
            {worthKnowing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      <Facts facts={banFacts(account, tools)} />
      <Facts facts={profileFacts(account, tools)} />
      <Facts
        facts={[
          ['SteamID64', <code>{steamId}</code>],
          ['Steam2', <code>{toSteam2(steamId)}</code>],
          ['Steam3', <code>{toSteam3(steamId)}</code>],
        ]}
      />
      <p class="links">
        <a href={toProfileUrl(steamId)} rel="noreferrer" target="_blank">
          {texts.lookup.steamProfile}
        </a>
        <a href={toBattleMetricsUrl(steamId)} rel="noreferrer" target="_blank">
          {texts.lookup.battleMetrics}
        </a>
      </p>
      <p class="age">{formatPartAges(agedParts(account, texts), texts, tools.relative).join(' · ')}</p>
    </div>
  )
}

function banFacts({ bans }: LookupAnswer, { texts: { accounts } }: ViewTools): Fact[] {
  const { lookup, number, daysAgo } = accounts
  const shared = hasSharedBanDate(bans) ? ` (${lookup.sharedDate})` : ''
  const trade = formatTradeStanding(bans.EconomyBan, accounts, asWritten)
  return [
    [lookup.vacBans, number(bans.NumberOfVACBans)],
    [lookup.gameBans, number(bans.NumberOfGameBans)],
    hasBanDate(bans) ? [lookup.lastBan, `${daysAgo(bans.DaysSinceLastBan)}${shared}`] : null,
    [lookup.community, bans.CommunityBanned ? `${ICONS.banned} ${lookup.communityBanned}` : lookup.goodStanding],
    [lookup.trade, bans.EconomyBan === 'none' ? trade : `${ICONS.restricted} ${trade}`],
  ]
}

function profileFacts(account: LookupAnswer, { texts: { accounts }, format }: ViewTools): Fact[] {
  const { profile, friendsPrivate, unavailable } = account
  const { lookup, common } = accounts
  const unknown = `${ICONS.incomplete} ${common.unknown}`
  const hidden = `${ICONS.private} ${common.private}`
  const hours = hoursOf(account)
  const friendList = friendsPrivate ? hidden : lookup.friendsPublic
  const customUrl = parseAccount(profile.profileurl)
  return [
    [lookup.rustHours, hours === undefined ? unknown : hours === null ? hidden : formatKnownHours(hours, accounts)],
    [lookup.friendList, unavailable.includes('friendsPrivate') ? unknown : friendList],
    [lookup.account, formatKnownAge(account, accounts, format.date) ?? hidden],
    profile.loccountrycode === null
      ? null
      : [lookup.country, formatCountry(profile.loccountrycode, accounts, asWritten)],
    customUrl?.kind === 'vanity' ? [lookup.customUrl, <code>{customUrl.name}</code>] : null,
  ]
}
