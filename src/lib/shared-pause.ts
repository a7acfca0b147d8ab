/** A pause in which calls are useless, and from whose end on they are probed. */
export interface Pause {
  /** Time between probes, milliseconds; 0 where the pause ends by itself. */
  pauseMs: number
  /** Time until the next probe, or until the end, milliseconds. */
  leftMs: number
}

/**
 * A pause that all replicas keep to. What a replica learns from its own calls holds at once, and reaches the others as soon as
 * possible; none of the functions rejects.
 */
export interface SharedPause {
  /** The pause when the process started. */
  known: () => Pause | undefined
  /** Tells the other replicas that the pause continues, or that it has ended (undefined). */
  keep(pause: Pause | undefined): void
  /**
   * Asks whether this replica may probe now; until the next probe `pause.leftMs` must then pass. False when the pause has ended,
   * or another replica probes; the listener gets what holds then.
   */
  takeTurn(pause: Pause): boolean | Promise<boolean>
  /** Sets the only listener to what other replicas say. */
  listen(listener: (pause: Pause | undefined) => void): void
}

/** A pause of a single process, which forgets it at its end. */
export const localPause: SharedPause = {
  known: () => undefined,
  keep() {},
  takeTurn: () => true,
  listen() {},
}
