import type { Status } from '../../../src/model/status.ts'
import { ICONS } from '../../../src/lib/tone.ts'
import { toIsoTime } from '../../format.ts'
import { DiscordServer } from './discord-server.tsx'
import { Moment } from './moment.tsx'
import { useStatus } from './status-context.ts'

const TONES = { warn: 'restricted', error: 'banned' } as const

/** The last failures of the process, newest first. */
export function ErrorTable({ errors }: Pick<Status, 'errors'>) {
  const { texts } = useStatus()
  const { errors: words } = texts
  return (
    <section aria-labelledby="errors">
      <h2 id="errors">{words.title}</h2>
      {errors.length === 0 ? <p>{words.none}</p> : <Rows errors={errors} />}
    </section>
  )
}

function Rows({ errors }: Pick<Status, 'errors'>) {
  const { texts, format } = useStatus()
  const { errors: words } = texts
  return (
    <>
      <p class="hint">{words.caption}</p>
      <table class="accounts errors">
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.code}</th>
            <th scope="col">{words.where}</th>
            <th scope="col">{words.requestId}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ at, level, code, where, guildId, guildName, requestId }, index) => (
            // Counted from the end, because new errors are added at the beginning.
            <tr key={errors.length - index} class={`tone-${TONES[level]}`}>
              <td>
                <Moment at={at} />
                <time class="hint" dateTime={toIsoTime(at)}>
                  {format.dateTime(at)}
                </time>
              </td>
              <td>
                <span aria-hidden="true">{ICONS[TONES[level]]}</span> {words.level[level]} <code>{code}</code>
              </td>
              <td>
                {where} {guildId !== null && <DiscordServer id={guildId} name={guildName} />}
              </td>
              <td>{requestId === null ? words.noRequest : <code>{requestId}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
