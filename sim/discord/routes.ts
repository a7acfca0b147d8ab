/** The kinds of request a bot makes here. */
export type RouteName = 'callback' | 'edit' | 'followup' | 'read' | 'delete' | 'commands' | 'gateway' | 'self' | 'other'

/** A request's kind, and the parts of its path that matter. */
export interface Route {
  name: RouteName
  isAuthenticated: boolean
  parts: string[]
}

const ROUTES: [method: string, pattern: RegExp, name: RouteName, isAuthenticated: boolean][] = [
  ['POST', /^\/interactions\/(\d+)\/([^/]+)\/callback$/, 'callback', false],
  ['PATCH', /^\/webhooks\/(\d+)\/([^/]+)\/messages\/([^/]+)$/, 'edit', false],
  ['GET', /^\/webhooks\/(\d+)\/([^/]+)\/messages\/([^/]+)$/, 'read', false],
  ['DELETE', /^\/webhooks\/(\d+)\/([^/]+)\/messages\/([^/]+)$/, 'delete', false],
  ['POST', /^\/webhooks\/(\d+)\/([^/]+)$/, 'followup', false],
  ['GET', /^\/applications\/(\d+)\/commands$/, 'commands', true],
  ['PUT', /^\/applications\/(\d+)\/commands$/, 'commands', true],
  ['GET', /^\/gateway\/bot$/, 'gateway', true],
  ['GET', /^\/users\/@me$/, 'self', true],
]

/** Finds the kind of a request; what is not there for a bot of this kind is `other`. */
export function findRoute(method: string, path: string): Route {
  for (const [wanted, pattern, name, isAuthenticated] of ROUTES) {
    const found = wanted === method ? pattern.exec(path) : null
    if (found !== null) return { name, isAuthenticated, parts: found.slice(1) }
  }
  return { name: 'other', isAuthenticated: false, parts: [] }
}
