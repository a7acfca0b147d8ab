import type { Check, ServiceHealth } from '../../state/service-health.ts'
import { ICONS } from '../../../src/lib/tone.ts'
import { Notice } from '../notice.tsx'
import { ChannelProblems } from './channel-problems.tsx'
import { CHECK_DOCS, CHECK_TONES, describeCheck } from './describe-check.ts'
import { GameServerTable } from './game-server-table.tsx'
import { InviteLink } from './invite-link.tsx'
import { MarkedText } from './marked-text.tsx'
import { useStatus } from './status-context.ts'

/** The items of the checklist. Items that need attention or are unknown come first and in full, all others follow in short form. */
export function Checklist({ checks, now }: { checks: ServiceHealth['checks']; now: number }) {
  const { texts } = useStatus()
  return (
    <section aria-labelledby="checklist">
      <h2 id="checklist">{texts.checklist}</h2>
      {[...checks.attention, ...checks.unknown].map((check) => (
        <OpenCheck key={check.code} check={check} now={now} />
      ))}
      {checks.settled.length > 0 && (
        <div class="settled">
          <h3>{texts.settled}</h3>
          <ul>
            {checks.settled.map((check) => (
              <SettledCheck key={check.code} check={check} now={now} />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function OpenCheck({ check, now }: { check: Check; now: number }) {
  const { texts, relative } = useStatus()
  const { what, next } = describeCheck(check, texts, { relative, now })
  const { file, section } = CHECK_DOCS[check.code]
  return (
    <Notice tone={CHECK_TONES[check.state]} title={`${texts.checks[check.code].label}: ${texts.states[check.state]}`}>
      <p>
        <MarkedText text={what} />
      </p>
      {next !== null && (
        <p class="next">
          <MarkedText text={next} />
        </p>
      )}
      <CheckDetails check={check} />
      <p class="hint">
        {texts.more} <code>{file}</code>, {texts.section} <q lang="en">{section}</q>
      </p>
    </Notice>
  )
}

function SettledCheck({ check, now }: { check: Check; now: number }) {
  const { texts, relative } = useStatus()
  const { what } = describeCheck(check, texts, { relative, now })
  return (
    <li>
      <span aria-hidden="true">{ICONS[CHECK_TONES[check.state]]}</span>{' '}
      <strong>
        {texts.checks[check.code].label}: {texts.states[check.state]}.
      </strong>{' '}
      <MarkedText text={what} />
      <CheckDetails check={check} />
    </li>
  )
}

/** The facts of an item that has more than a sentence. */
function CheckDetails({ check }: { check: Check }) {
  switch (check.code) {
    case 'invite':
      return <InviteLink url={check.url} />
    case 'alert_channel':
      return <ChannelProblems problems={check.problems} count={check.problemCount} />
    case 'game_servers':
      return <GameServerTable check={check} />
    default:
      return null
  }
}
