import type { Check } from '../../state/service-health.ts'
import { DiscordServer } from './discord-server.tsx'
import { useStatus } from './status-context.ts'

interface ChannelProblemsProps {
  problems: Extract<Check, { code: 'alert_channel' }>['problems']
  /** Number of problems on all servers, including those that are not listed. */
  count: number
}

/** The Discord servers without a usable channel. */
export function ChannelProblems({ problems, count }: ChannelProblemsProps) {
  const { texts } = useStatus()
  if (problems.length === 0) return null
  const words = texts.checks.alert_channel.problems
  return (
    <ul>
      {problems.map(({ guildId, guildName, problem }) => (
        <li key={guildId}>
          <DiscordServer id={guildId} name={guildName} />: {words[problem]}
        </li>
      ))}
      {count > problems.length && <li>{texts.andMore({ count: count - problems.length })}</li>}
    </ul>
  )
}
