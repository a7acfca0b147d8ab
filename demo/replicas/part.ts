export type PartState = 'starting' | 'up' | 'stopping' | 'frozen' | 'dead'

/** A process of the demo, or several that belong together, which the user may break and repair. */
export interface Part {
  name: string
  state: () => PartState
  /** Ends it at once, as a crash does. */
  kill: () => Promise<void>
  /** Stops it with SIGSTOP: its connections stay open and nothing answers. */
  freeze: () => Promise<void>
  /** Lets it go on when it is frozen, starts it when it is dead. */
  revive: () => Promise<void>
  /** Ends it as an orderly stop does; resolves when it has ended. */
  stop: () => Promise<void>
}

export type Action = 'kill' | 'freeze' | 'revive' | 'stop'

/** The states in which an action makes sense, and its participle. */
const ACTIONS: Record<Action, { from: PartState[]; participle: string }> = {
  kill: { from: ['starting', 'up', 'stopping', 'frozen'], participle: 'killed' },
  freeze: { from: ['up'], participle: 'frozen' },
  revive: { from: ['frozen', 'dead'], participle: 'revived' },
  stop: { from: ['up'], participle: 'stopped' },
}

/** Does something to a part; returns a sentence about it. Never rejects. */
export async function act(action: Action, part: Part): Promise<string> {
  const { from, participle } = ACTIONS[action]
  const state = part.state()
  if (!from.includes(state)) return `${part.name} is ${state}, and cannot be ${participle}.`
  try {
    await part[action]()
    return `${part.name} was ${participle}.`
  } catch (error) {
    return `${part.name}: ${error instanceof Error ? error.message : String(error)}`
  }
}
