import { allowedMethods, type AnyRoute } from './route.ts'

/** Where a request target leads. */
export interface Destination {
  path: string
  query: string
  /** The name in log, metrics and errors, such as `/api/bans/{steamId}`; contains nothing that the client chose. */
  label: string
  /** The value of the parameter in the path; undefined when the path has none. */
  parameter?: PathParameter
  /** The routes at the path, by method; undefined when there is no route. */
  routesAtPath: ReadonlyMap<string, AnyRoute> | undefined
  /** The token that the routes of this path require. */
  token: AnyRoute['token']
  /**
   * Whether a game server may have sent the request: its path is below the prefix of a route, or is unknown and ends in an id. After a 404
   * a game server would let the player in, and a redirect would repeat the token of the path.
   */
  isGuarded: boolean
}

/** The parameter of a path, as it was sent. */
export interface PathParameter {
  name: string
  value: string
}

const UNKNOWN = 'unknown'
/**
 * Matches an id at the end, or before a character that ends the path for some servers: the beginning of a query, of parameters or of a
 * fragment, a slash, or white space.
 */
const ENDS_IN_ID = /\d{17}[/\\]*($|[?;#\s\0])/

export type Router = ReturnType<typeof createRouter>

/** Creates a function that finds the routes of a request target. */
export function createRouter(routes: readonly AnyRoute[]): (target: string) => Destination {
  const isTemplate = ({ path }: AnyRoute) => path.includes('{')
  const byPath = indexRoutes(routes.filter((route) => route.isPrefix !== true && !isTemplate(route)))
  const byParent = indexTemplates(indexRoutes(routes.filter(isTemplate)))
  const byPrefix = indexRoutes(routes.filter(({ isPrefix }) => isPrefix === true))
  // The first route of a path determines the token for all its methods.
  const tokenOf = new Map(routes.toReversed().map(({ path, token }) => [path, token]))
  const findPrefix = (path: string): string | undefined => {
    const asWritten = path.slice(0, path.indexOf('/', 1))
    if (byPrefix.has(asWritten)) return asWritten
    return firstSegments(path)
      .map((segment) => `/${segment}`)
      .find((prefix) => byPrefix.has(prefix))
  }
  return (target) => {
    const [path, query] = splitTarget(target)
    const routesAtPath = byPath.get(path)
    if (routesAtPath) return { path, query, label: path, routesAtPath, token: tokenOf.get(path), isGuarded: false }
    const template = findTemplate(byParent, path)
    if (template) return { path, query, ...template, token: tokenOf.get(template.label), isGuarded: false }
    const prefix = findPrefix(path)
    if (prefix !== undefined) {
      const [routesAtPath, token] = [byPrefix.get(prefix), tokenOf.get(prefix)]
      return { path, query, label: prefix, routesAtPath, token, isGuarded: true }
    }
    const isGuarded = ENDS_IN_ID.test(decode(target))
    return { path, query, label: UNKNOWN, routesAtPath: undefined, token: undefined, isGuarded }
  }
}

/** The route for a method. A GET route also handles HEAD, unless it is a prefix (`isPrefix`). */
export function routeFor(
  routesAtPath: ReadonlyMap<string, AnyRoute> | undefined,
  method: string,
): AnyRoute | undefined {
  if (method !== 'HEAD') return routesAtPath?.get(method)
  const route = routesAtPath?.get('GET')
  return route?.isPrefix ? undefined : route
}

/** The value of `Allow` for the routes of a path. */
export function allowOf(routesAtPath: ReadonlyMap<string, AnyRoute>): string {
  const methods = [...routesAtPath.keys()]
  return routesAtPath.get('GET')?.isPrefix ? methods.join(', ') : allowedMethods(methods)
}

function indexRoutes(routes: readonly AnyRoute[]): Map<string, Map<string, AnyRoute>> {
  const routesByPath = new Map<string, Map<string, AnyRoute>>()
  for (const route of routes)
    routesByPath.set(route.path, (routesByPath.get(route.path) ?? new Map<string, AnyRoute>()).set(route.method, route))
  return routesByPath
}

/** The routes of a path whose last segment is a parameter. */
interface Template {
  label: string
  routesAtPath: ReadonlyMap<string, AnyRoute>
  name: string
}

/** Indexes templates by what comes before their parameter, `/api/bans/`. */
function indexTemplates(routesByPath: ReadonlyMap<string, Map<string, AnyRoute>>): Map<string, Template> {
  const templates = new Map<string, Template>()
  for (const [label, routesAtPath] of routesByPath) {
    const [, parent, name] = /^([^{}]*\/)\{(\w+)\}$/.exec(label) ?? []
    if (parent === undefined || name === undefined)
      throw new Error(`only the last segment of ${label} may be a parameter`)
    templates.set(parent, { label, routesAtPath, name })
  }
  return templates
}

/** The template that matches a path exactly as it is written, with the value of its parameter, which is not empty. */
function findTemplate(
  byParent: ReadonlyMap<string, Template>,
  path: string,
): { label: string; routesAtPath: Template['routesAtPath']; parameter: PathParameter } | undefined {
  const start = path.lastIndexOf('/') + 1
  const template = start < path.length ? byParent.get(path.slice(0, start)) : undefined
  if (!template) return undefined
  const { label, routesAtPath, name } = template
  return { label, routesAtPath, parameter: { name, value: path.slice(start) } }
}

/** Splits a request target, which may include scheme and host (absolute form, RFC 9112). */
function splitTarget(target: string): [path: string, query: string] {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = local.indexOf('?')
  return mark === -1 ? [local, ''] : [local.slice(0, mark), local.slice(mark + 1)]
}

/**
 * The first segment of a path as a lenient server or proxy may read it: decoded, in lower case, without scheme and host, without empty and
 * dot segments, and cut off at parameters and other characters after the name. Returns two readings, because only some servers resolve
 * `..`.
 */
function firstSegments(path: string): string[] {
  const all = decode(path)
    .toLowerCase()
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/, '')
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.')
  const resolved: string[] = []
  for (const segment of all) {
    if (segment === '..') resolved.pop()
    else resolved.push(segment)
  }
  return [resolved, all].map(([first = '']) => /^[\w-]*/.exec(first)?.[0] ?? '')
}

const decode = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
