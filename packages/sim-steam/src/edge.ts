import type { Answer } from './answer.ts'
import type { Method } from './methods.ts'

/** Steam's three hosts; in the simulation they share one port, and the method decides. */
export const HOSTS = ['api', 'community', 'cdn'] as const
export type Host = (typeof HOSTS)[number]

/** The edge network in front of the hosts; it can block the client's address per host. */
export type Edge = ReturnType<typeof createEdge>

/** The host of a method. */
export function hostOf(method: Method): Host {
  if (method === 'inventory') return 'community'
  return method === 'image' ? 'cdn' : 'api'
}

/** Creates an edge without blocks. */
export function createEdge() {
  const blocked = new Set<Host>()
  return {
    block: (host: Host): void => void blocked.add(host),
    unblock: (host: Host): void => void blocked.delete(host),
    isBlocking: (host: Host) => blocked.has(host),
  }
}

/** The page for all requests of a blocked address, with the entities of the real page. */
export function edgePage(): Answer {
  const page = [
    '<HTML><HEAD>',
    '<TITLE>Access Denied</TITLE>',
    '</HEAD><BODY>',
    '<H1>Access Denied</H1>',
    ' ',
    'You don\'t have permission to access "http&#58;&#47;&#47;api&#46;steampowered&#46;com&#47;" on this server.<P>',
    'Reference&#32;&#35;18&#46;2d351ab8&#46;1780000000&#46;a4e16ab',
    '<P>',
    'https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18&#46;2d351ab8&#46;1780000000&#46;a4e16ab',
    '</P>',
    '</BODY>',
    '</HTML>',
    '',
  ].join('\n')
  return {
    status: 403,
    headers: { server: 'AkamaiGHost', 'mime-version': '1.0', 'content-type': 'text/html' },
    body: Buffer.from(page),
  }
}
