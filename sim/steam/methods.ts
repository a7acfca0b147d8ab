/** The calls of the simulated Steam: seven methods, and images. */
export const METHODS = ['summaries', 'bans', 'vanity', 'friends', 'games', 'stats', 'inventory', 'image'] as const

/** The name of a method. */
export type Method = (typeof METHODS)[number]

/** Whether the text names a method. */
export function isMethod(text: unknown): text is Method {
  return METHODS.some((method) => method === text)
}
