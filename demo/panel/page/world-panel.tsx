import { useState } from 'preact/hooks'
import { LanguageField, useApp } from '../../../packages/sim-discord/src/page/view/index.ts'
import type { SteamState } from '../../control/world.ts'
import type { BanKind } from '../../../packages/sim-steam/src/bans.ts'
import { GamePanel } from './game-panel.tsx'
import { Notes } from './notes.tsx'
import { PlayerField } from './player-field.tsx'
import { usePanel } from './use-panel.ts'

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
  const { panel } = usePanel()
  return (
    <>
      <div class="controls">
        <h2>Simulated world</h2>
        <span class="quiet" aria-hidden="true">
          Alerts in
        </span>
        <LanguageField label="Alerts in" locale={page.guild.locale} onChange={actions.changeGuild} />
      </div>
      <datalist id="players">
        {panel.players.map(({ account, about }) => (
          <option value={account}>{about}</option>
        ))}
      </datalist>
      <Bans />
      <Steam />
      <Time />
      <GamePanel />
      <Notes />
    </>
  )
}

function Bans() {
  const { ask } = usePanel()
  const [account, setAccount] = useState('honest_joe')
  const [ban, setBan] = useState<BanKind>('game')
  const change = (verb: 'ban' | 'lift') => () => ask({ verb, account, ban })
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
  const { panel, ask } = usePanel()
  return (
    <fieldset>
      <legend>Steam</legend>
      <div class="controls">
        {Object.entries(STEAM).map(([value, shown]) => (
          <button
            type="button"
            class="button secondary"
            aria-pressed={panel.steam === value}
            // The keys are those of the table.
            onClick={() => ask({ verb: 'steam', state: value as SteamState })}
          >
            {shown}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function Time() {
  const { panel, ask } = usePanel()
  return (
    <fieldset>
      <legend>
        Steam's time, simulated: {new Date(panel.now * 1000).toISOString().slice(0, 16).replace('T', ' ')}
      </legend>
      <div class="controls">
        {STEPS.map(([label, seconds]) => (
          <button type="button" class="button secondary" onClick={() => ask({ verb: 'time', seconds })}>
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
