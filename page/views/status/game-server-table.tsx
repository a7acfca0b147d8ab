import { stripInvisible } from '../../../src/lib/visible-text.ts'
import type { Check } from '../../state/service-health.ts'
import { DiscordServer } from './discord-server.tsx'
import { MarkedText } from './marked-text.tsx'
import { Moment } from './moment.tsx'
import { useStatus } from './status-context.ts'

const MAX_NAME_CHARACTERS = 64

/** The game servers and when each last asked; the server whose last request is oldest comes first. */
export function GameServerTable({ check }: { check: Extract<Check, { code: 'game_servers' }> }) {
  const { texts } = useStatus()
  const { game_servers: words } = texts.checks
  const { servers, serverCount, publicUrl } = check
  if (servers.length === 0) return null
  // For the server of the policy file, requests are known only since the start.
  const neverText = (guildId: string | null) => (guildId === null ? words.notSinceStart : texts.facts.never)
  return (
    <>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">{words.server}</th>
            <th scope="col">{words.lastAsked}</th>
          </tr>
        </thead>
        <tbody>
          {servers.map(({ name, guildId, guildName, lastAskedAt, hasRules, hasBans }) => (
            <tr key={`${guildId} ${name}`}>
              <th scope="row">
                <bdi>{stripInvisible(name, MAX_NAME_CHARACTERS)}</bdi>
                <span>
                  <DiscordServer id={guildId ?? 'POLICY_FILE'} name={guildName} />
                </span>
              </th>
              <td>
                {lastAskedAt === null ? neverText(guildId) : <Moment at={lastAskedAt} />}
                {!hasRules && !hasBans && ` · ${words.withoutRules}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {serverCount > servers.length && <p>{texts.andMore({ count: serverCount - servers.length })}</p>}
      <p class="hint">
        <MarkedText text={publicUrl === null ? words.noPublicUrl : `${words.publicUrl}:`} />{' '}
        {publicUrl !== null && <code>{publicUrl}</code>}
      </p>
    </>
  )
}
