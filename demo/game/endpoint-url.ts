/** Newer builds of the game accept an endpoint that ends in a query parameter. */
export type GameBuild = 'old' | 'new'

/** Whether the game uses the endpoint of its settings. */
export function isUsed(endpoint: string): boolean {
  return endpoint.startsWith('http')
}

/** The URL that is requested for an account. */
export function endpointUrl(endpoint: string, steamId: string, build: GameBuild): string {
  const isComplete = endpoint.endsWith('/') || (build === 'new' && endpoint.endsWith('='))
  return `${endpoint}${isComplete ? '' : '/'}${steamId}`
}
