import { useState } from 'preact/hooks'
import { PlayerField } from './player-field.tsx'
import { usePanel } from './use-panel.ts'

/** The game server: who joins, and its settings. */
export function GamePanel() {
  const { panel, ask } = usePanel()
  const [account, setAccount] = useState('raider')
  const [owner, setOwner] = useState('')
  const [line, setLine] = useState('')
  const { isChecking, failureMode } = panel.game
  const setMode = (mode: 0 | 1) => ask({ verb: 'setting', line: `server.bansServerFailureMode ${mode}` })
  return (
    <fieldset>
      <legend>Game server</legend>
      <p class="quiet">
        {isChecking ? 'Asks the bot about each player.' : 'Asks nobody: paste the line of /policy token.'}
      </p>
      <form
        class="controls"
        onSubmit={(event) => {
          event.preventDefault()
          ask({ verb: 'join', account, ...(owner.trim() === '' ? {} : { owner }) })
        }}
      >
        <PlayerField label="Player" value={account} onChange={setAccount} />
        <PlayerField label="Owner of a shared copy" placeholder="owner, if shared" value={owner} onChange={setOwner} />
        <button type="submit" class="button primary">
          Join
        </button>
      </form>
      <form
        class="controls"
        onSubmit={(event) => {
          event.preventDefault()
          ask({ verb: 'setting', line })
        }}
      >
        <input
          type="text"
          aria-label="Line of server.cfg"
          placeholder="server.bansServerEndpoint …"
          value={line}
          onInput={({ currentTarget }) => setLine(currentTarget.value)}
        />
        <button type="submit" class="button secondary">
          Set
        </button>
      </form>
      <label class="check">
        <input type="checkbox" checked={failureMode === 1} onChange={() => setMode(failureMode === 1 ? 0 : 1)} />
        Rejects players whose check fails
      </label>
    </fieldset>
  )
}
