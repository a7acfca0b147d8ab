/** The calls of the simulated Steam: seven methods, and images. */
export const METHODS = ['summaries', 'bans', 'vanity', 'friends', 'games', 'stats', 'inventory', 'image'] as const

/** The name of a method. */
export type Method = (typeof METHODS)[number]
