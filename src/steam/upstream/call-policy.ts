/**
 * How long calls to Steam may take, when they are retried or hedged, and when they are refused. Constants, because no
 * operator has a reason to change them: `bench/reliability` measures them, and only tests and benchmarks override them.
 */
export const CALL_POLICY = {
  /**
   * Time limit of one try of a call, connecting included. Steam answers in some 100 ms; waiting longer than this limit seldom brings an
   * answer.
   */
  tryMs: 3_500,
  /** Time limit of one try of an urgent call: two tries fit into the 3 s after which a verdict is given with the known facts. */
  urgentTryMs: 1_200,
  /** Time limit of all tries of one call, waits included; most clients give up after 10 s. */
  deadlineMs: 8_000,
  /** Time limit of all tries of one call of a friend scan, which is streamed and may take 60 s. */
  patientDeadlineMs: 30_000,
  /**
   * Maximum retries of one call. A call for an inventory is retried at most once. A call of a friend scan is retried until its deadline,
   * unless this is 0.
   */
  retries: 3,
  /**
   * Maximum retries of an urgent call: as many as fit into the 3 s after which a verdict is given. Three retries would be too few: when one
   * answer in five is unusable, one call in 600 needs a fourth retry.
   */
  urgentRetries: 6,
  /** Maximum retries of all calls together, in percent of the calls of the last 10 s. */
  retryPercent: 30,
  /** Maximum hedges of all calls together, in percent of the calls of the last 10 s. */
  hedgePercent: 10,
  /** How long a refused key is not sent again: Steam limits the address that repeats a bad key. */
  keyPauseMs: 60_000,
  /** How long no inventory is fetched after a 429, which comes without `Retry-After`. */
  inventoryPauseMs: 60_000,
  /**
   * First pause between probes of a block; the longest pause is twelve times as long. A block lasts for hours or days, and calls prolong
   * it.
   */
  blockPauseMs: 5 * 60_000,
  /** Percent of the day's calls after which Rust hours are left out, unless a verdict needs them. */
  scarcePercent: 80,
  /** Percent of the day's calls after which batches and friend scans are refused, so that the rest is left for lookups. */
  reservedPercent: 95,
} as const satisfies Record<string, number>

export type CallPolicy = Record<keyof typeof CALL_POLICY, number>
