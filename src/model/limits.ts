/** Maximum number of entries per batch; further entries are dropped. */
export const MAX_BATCH = 50

/** Maximum number of friends per scan, newest friendship first. */
export const MAX_FRIENDS = 100
