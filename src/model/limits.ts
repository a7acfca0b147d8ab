/** Maximum number of entries per batch; further entries are dropped. */
export const MAX_BATCH = 50

/** Maximum number of entries that one command or button checks in Discord; further entries wait for a button. */
export const MAX_LONG_BATCH = 500

/** Maximum number of friends per scan, newest friendship first. */
export const MAX_FRIENDS = 100

/** Maximum number of scans by which one command or button in Discord checks a long friend list. */
export const MAX_PARTS = 3
