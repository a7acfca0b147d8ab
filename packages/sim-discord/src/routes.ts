/** The kinds of requests of a bot. */
export const ROUTE_NAMES = [
  'callback',
  'edit',
  'followup',
  'read',
  'delete',
  'application',
  'commands',
  'gateway',
  'self',
  'guilds',
  'roles',
  'member',
  'channel',
  'message',
  'messageEdit',
  'history',
  'other',
] as const
export type RouteName = (typeof ROUTE_NAMES)[number]

/** The kind of a request and the parameters in its path. */
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
  ['GET', /^\/applications\/@me$/, 'application', true],
  ['PATCH', /^\/applications\/@me$/, 'application', true],
  ['GET', /^\/applications\/(\d+)\/commands$/, 'commands', true],
  ['PUT', /^\/applications\/(\d+)\/commands$/, 'commands', true],
  ['GET', /^\/gateway\/bot$/, 'gateway', true],
  ['GET', /^\/users\/@me$/, 'self', true],
  ['GET', /^\/users\/@me\/guilds$/, 'guilds', true],
  ['GET', /^\/guilds\/(\d+)\/roles$/, 'roles', true],
  ['GET', /^\/guilds\/(\d+)\/members\/(\d+)$/, 'member', true],
  ['GET', /^\/channels\/(\d+)$/, 'channel', true],
  ['POST', /^\/channels\/(\d+)\/messages$/, 'message', true],
  ['GET', /^\/channels\/(\d+)\/messages$/, 'history', true],
  ['PATCH', /^\/channels\/(\d+)\/messages\/(\d+)$/, 'messageEdit', true],
]

/** Finds the kind of a request; `other` for an unsupported path. */
export function findRoute(method: string, path: string): Route {
  for (const [wanted, pattern, name, isAuthenticated] of ROUTES) {
    const found = wanted === method ? pattern.exec(path) : null
    if (found !== null) return { name, isAuthenticated, parts: found.slice(1) }
  }
  return { name: 'other', isAuthenticated: false, parts: [] }
}
