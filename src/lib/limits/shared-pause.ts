/** A pause during which calls are useless; after it, single calls show whether it is over. */
export interface Pause {
  /** Time between these calls, milliseconds; 0 where the pause ends by itself. */
  pauseMs: number
  /** Time until the next such call, or until the end, milliseconds. */
  leftMs: number
}

/**
 * A pause that all replicas observe. When the calls of a replica show that a pause begins or ends, the replica applies that at once, and
 * tells the other replicas as soon as possible. The functions never reject.
 */
export interface SharedPause {
  /** The pause that was known when the process started; undefined without one. */
  known: () => Pause | undefined
  /** Tells the other replicas that the pause continues, or that it has ended (undefined). */
  keep(pause: Pause | undefined): void
  /** Sets the only listener. It is called with the pause that another replica reports, and with undefined when the pause has ended. */
  listen(listener: (pause: Pause | undefined) => void): void
}

/** A pause of a single process, which is not stored. */
export const localPause: SharedPause = {
  known: () => undefined,
  keep() {},
  listen() {},
}
