import type { Action } from './part.ts'

const ACTIONS = { k: 'kill', f: 'freeze', r: 'revive', s: 'stop' } as const satisfies Record<string, Action>
const CTRL_C = '\u0003'

/** What a key means: an action on the part with this index, or something else. */
export type Command = { action: Action; part: number } | 'quit' | 'help' | 'warnings' | { hint: string }

/** The keys of the parts, in their order. */
const PART_KEYS = ['1', '2', '3', 'b', 's', 'p'] as const

export const HELP = `Press two keys: what to do, then to which part.
  k kill      at once, as a crash does              1 2 3  a replica
  f freeze    it keeps its connections, but hangs   b      the bot
  r revive    lets it go on, or starts it again     s      the standby
  s stop      as a deployment does                  p      Postgres
Also: w shows or hides warnings of the processes, h shows this help, q or Ctrl+C ends the demo.

A line a second shows, of each replica, its calls to Steam and the answers that it found in the cache; which bot has the session and
which sweeps the watch lists; the calls that Steam got, and as many as the service has counted or leased, a number that stands still
while Postgres is away; the look-ups through the balancer, five a second: answered, answered with an error, and lost; the commands of a
moderator and how many were not answered; and the alerts of bans, with those that came twice (+) and how long the next one is awaited,
which is 5 s when all is well.`

/** Reads keys one after the other; returns undefined where another key has to follow. */
export function createKeys() {
  let action: Action | undefined
  return (key: string): Command | undefined => {
    if (key === CTRL_C) return 'quit'
    if (/\s/.test(key)) return undefined
    const index = PART_KEYS.findIndex((each) => each === key)
    if (action !== undefined && index >= 0) {
      const command = { action, part: index }
      action = undefined
      return command
    }
    action = undefined
    if (key === 'q') return 'quit'
    if (key === 'h' || key === '?') return 'help'
    if (key === 'w') return 'warnings'
    if (isActionKey(key)) return void (action = ACTIONS[key])
    return { hint: `${JSON.stringify(key)} means nothing here; h lists the keys.` }
  }
}

const isActionKey = (key: string): key is keyof typeof ACTIONS => key in ACTIONS
