/**
 * How long calls to Steam may take, how often they are retried, and when they are refused. Constants, because no operator has a reason to
 * change them; only tests and benchmarks override them.
 */
export const CALL_POLICY = {
  /**
   * Time limit of one try of a call, connecting included. Steam answers in some 100 ms; waiting longer than this limit seldom brings an
   * answer.
   */
  tryMs: 3_500,
  /** Time limit of one try of an urgent call: two tries fit into the 3 s after which a verdict is given with the known facts. */
  urgentTryMs: 1_200,
  /** Time limit of all tries of one call for which a person waits, waits included; most clients give up after 10 s. */
  deadlineMs: 8_000,
  /** Time limit of all tries of one call of a scan, which is streamed and may take 60 s, or of a sweep; waits included. */
  scanDeadlineMs: 30_000,
  /** Maximum retries of one call; one for an inventory. */
  retries: 2,
  /** How long a refused key is not sent again: Steam limits the address that repeats a bad key. */
  keyPauseMs: 60_000,
  /** How long no inventory is fetched after a 429, which comes without `Retry-After`. */
  inventoryPauseMs: 60_000,
  /** First pause between probes of a block. */
  blockPauseMs: 5 * 60_000,
  /** Percent of the day's calls after which Rust hours are left out, unless a verdict needs them. */
  scarcePercent: 80,
  /** Percent of the day's calls after which batches and friend scans are refused, so that the rest is left for lookups. */
  reservedPercent: 95,
} as const satisfies Record<string, number>

export type CallPolicy = Record<keyof typeof CALL_POLICY, number>
