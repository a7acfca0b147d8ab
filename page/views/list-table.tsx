import { Icon } from './icon.tsx'
import { START } from '../address.ts'
import type { BatchEntry } from '../../src/model/account.ts'
import { isMistypedSteamId } from '../../src/model/steam-id.ts'
import { banStatusOf, formatBans, formatWithoutProfile } from '../../src/accounts/presentation/ban-status.ts'
import { toneOfEntry, whyEntryHasNoProfile } from '../../src/accounts/presentation/batch-entries.ts'
import { howFound } from '../../src/accounts/presentation/profile-facts.ts'
import type { Tone } from '../../src/lib/tone.ts'
import { plainDisplayName, stripInvisible } from '../../src/lib/visible-text.ts'
import { factsOf, isChecked, isFound, isUnchecked, type ListEntry } from '../state/account-list.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import { asWritten } from './as-written.ts'
import { PageLink } from './page-link.tsx'
import { useView } from './view-context.ts'

const MAX_INPUT_CHARACTERS = 64

/** The accounts of a list. On a narrow screen each row is a block. */
export function ListTable({ rows, isChecking }: { rows: readonly ListEntry[]; isChecking: boolean }) {
  const { texts } = useView()
  const { columns } = texts.page
  return (
    <table class="accounts">
      <thead>
        <tr>
          <th scope="col">{columns.status}</th>
          <th scope="col">{texts.accounts.buttons.account}</th>
          <th scope="col">{columns.bans}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => (
          <Row key={entry.input} entry={entry} isChecking={isChecking} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ entry, isChecking }: { entry: ListEntry; isChecking: boolean }) {
  const { texts } = useView()
  const { accounts } = texts
  const tone = isChecked(entry) ? toneOfEntry(factsOf(entry)) : 'incomplete'
  const bans = isChecked(entry) ? factsOf(entry).bans : null
  return (
    <tr class={`tone-${tone}`}>
      <td>
        <Icon tone={tone} /> {statusOf(entry, tone, isChecking, texts)}
      </td>
      <td>
        <PageLink to={{ ...START, account: isFound(entry) ? entry.account.steamId : entry.input }}>
          <bdi>
            {isFound(entry)
              ? plainDisplayName(entry.account.profile.personaname, accounts)
              : stripInvisible(entry.input, MAX_INPUT_CHARACTERS)}
          </bdi>
        </PageLink>
        {isFound(entry) && <code>{entry.account.steamId}</code>}
        {isFound(entry) && <FoundBy input={entry.input} account={entry.account} />}
      </td>
      <td>{bans && formatBans(bans, accounts, asWritten)}</td>
    </tr>
  )
}

/** Shows how an account was found: a custom URL or a friend code can belong to another account than the user meant. */
function FoundBy({ input, account }: { input: string; account: BatchEntry }) {
  const { batch } = useView().texts.accounts
  const foundBy = howFound(input, account)
  if (foundBy === null) return null
  const words =
    'customUrl' in foundBy
      ? batch.foundBy({ name: asWritten(foundBy.customUrl) })
      : batch.foundByFriendCode({ code: foundBy.friendCode })
  return <span class="hint">{words}</span>
}

/** The status in words. An account whose facts are not all known never reads like an account without bans. */
function statusOf(entry: ListEntry, tone: Tone, isChecking: boolean, { accounts, page }: PageTexts): string {
  const { results, common } = accounts
  if (!isChecked(entry)) return isChecking ? page.states.loading : common.unknown
  if (isFound(entry)) return results[tone === 'private' ? 'private' : banStatusOf(entry.account.bans)]
  const { withoutProfile } = entry.failure
  if (withoutProfile) return formatWithoutProfile(withoutProfile.bans, whyEntryHasNoProfile(factsOf(entry)), accounts)
  if (isUnchecked(entry)) return common.unknown
  const hint = isMistypedSteamId(entry.input) ? ` ${common.mistypedId({ digits: entry.input.length })}` : ''
  return hint === '' ? results.notFound : `${results.notFound}.${hint}`
}
