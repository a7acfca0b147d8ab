import { useState } from 'preact/hooks'
import type { BanKind, SteamState } from '../../protocol.ts'
import { useApp } from './app-context.ts'
import { GamePanel } from './game-panel.tsx'
import { LanguageField } from './language-field.tsx'
import { Notes } from './notes.tsx'
import { PlayerField } from './player-field.tsx'

const BANS: Record<BanKind, string> = {
  vac: 'VAC ban',
  game: 'Game ban',
  community: 'Community ban',
  trade: 'Trade ban',
}
const STEAM: Record<SteamState, string> = {
  up: 'Up',
  slow: 'Slow',
  down: 'Down',
  hangs: 'Hangs',
  blocking: 'Blocks us',
}
const HOUR = 3_600
const STEPS: readonly [label: string, seconds: number][] = [
  ['+6 hours', 6 * HOUR],
  ['+1 day', 24 * HOUR],
  ['+30 days', 30 * 24 * HOUR],
]

/** The simulated Steam and game server, with what can happen there. */
export function WorldPanel() {
  const { page, actions } = useApp()
  return (
    <section class="world" aria-label="Simulated world" lang="en">
      <div class="controls">
        <h2>Simulated world</h2>
        <span class="quiet" aria-hidden="true">
          Alerts in
        </span>
        <LanguageField label="Alerts in" locale={page.guild.locale} onChange={actions.changeGuild} />
      </div>
      <datalist id="players">
        {page.world.players.map(({ account, about }) => (
          <option value={account}>{about}</option>
        ))}
      </datalist>
      <Bans />
      <Steam />
      <Time />
      <GamePanel />
      <Notes />
    </section>
  )
}

function Bans() {
  const { actions } = useApp()
  const [account, setAccount] = useState('honest_joe')
  const [ban, setBan] = useState<BanKind>('game')
  const change = (verb: 'ban' | 'lift') => () => actions.changeWorld({ verb, account, ban })
  return (
    <fieldset>
      <legend>Ban on Steam</legend>
      <div class="controls">
        <PlayerField label="Account" value={account} onChange={setAccount} />
        <select
          aria-label="Kind of ban"
          value={ban}
          // The values are those of the options.
          onChange={({ currentTarget }) => setBan(currentTarget.value as BanKind)}
        >
          {Object.entries(BANS).map(([value, shown]) => (
            <option value={value}>{shown}</option>
          ))}
        </select>
        <button type="button" class="button danger" onClick={change('ban')}>
          Ban
        </button>
        <button type="button" class="button secondary" onClick={change('lift')}>
          Lift
        </button>
      </div>
    </fieldset>
  )
}

function Steam() {
  const { page, actions } = useApp()
  return (
    <fieldset>
      <legend>Steam</legend>
      <div class="controls">
        {Object.entries(STEAM).map(([value, shown]) => (
          <button
            type="button"
            class="button secondary"
            aria-pressed={page.world.steam === value}
            // The keys are those of the table.
            onClick={() => actions.changeWorld({ verb: 'steam', state: value as SteamState })}
          >
            {shown}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function Time() {
  const { page, actions } = useApp()
  return (
    <fieldset>
      <legend>
        Steam's time, simulated: {new Date(page.world.now * 1000).toISOString().slice(0, 16).replace('T', ' ')}
      </legend>
      <div class="controls">
        {STEPS.map(([label, seconds]) => (
          <button type="button" class="button secondary" onClick={() => actions.changeWorld({ verb: 'time', seconds })}>
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
