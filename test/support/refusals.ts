import { badKey, html, json, type Answer } from '../../packages/sim-steam/src/answer.ts'
import { edgePage } from '../../packages/sim-steam/src/edge.ts'
import { FOREIGN_PAGES } from '../../packages/sim-steam/src/foreign-pages.ts'
import type { SteamMethod } from '../../src/steam/upstream/request.ts'

/** The code of the error of every method, but for the methods to which the answer says `private`. */
export interface Refusal {
  name: string
  answer: Answer
  code: 'platform_blocked' | 'platform_unavailable' | 'key_refused'
  private?: SteamMethod[]
}

/** An answer with a text as it stands, typed as JSON or as a page. */
const raw = (status: number, text: string, type = 'text/html', server = 'nginx'): Answer => ({
  status,
  headers: { 'content-type': type, server },
  body: Buffer.from(text),
})

/** Recorded and invented answers with 401 and 403, and what they mean. Only those marked as private say something about a player. */
export const REFUSALS: Refusal[] = [
  // Steam's own. Recorded, but for both pages.
  { name: 'friends: {}', answer: json(401, {}), code: 'platform_unavailable', private: ['friends'] },
  { name: 'statistics: {}', answer: json(403, {}), code: 'platform_unavailable', private: ['stats'] },
  { name: 'inventory: null, 403', answer: json(403, null), code: 'platform_unavailable', private: ['inventory'] },
  { name: 'inventory: null, 401', answer: json(401, null), code: 'platform_unavailable', private: ['inventory'] },
  steamPage(401, 'Unauthorized', ['friends']),
  steamPage(403, 'Forbidden', ['stats']),
  steamPage(401, 'Forbidden'),
  steamPage(403, 'Unauthorized'),
  { name: 'a bad key, 403', answer: badKey(403), code: 'key_refused' },
  { name: 'a bad key, 401', answer: badKey(401), code: 'key_refused' },
  // Pages of others.
  { name: "Akamai's page", answer: edgePage(), code: 'platform_blocked' },
  { name: "Akamai's page, 401", answer: { ...edgePage(), status: 401 }, code: 'platform_blocked' },
  { name: 'nothing from Akamai', answer: raw(403, '', 'text/html', 'AkamaiGHost'), code: 'platform_blocked' },
  { name: 'a page called JSON', answer: raw(403, '<h1>Sorry</h1>', 'application/json'), code: 'platform_blocked' },
  { name: 'a sentence', answer: raw(403, 'Request blocked', 'text/plain'), code: 'platform_blocked' },
  { name: 'a page of one word', answer: raw(403, '<html>Forbidden</html>'), code: 'platform_blocked' },
  { name: 'a title alone', answer: raw(401, '<title>Unauthorized</title>'), code: 'platform_blocked' },
  { name: 'a heading alone', answer: raw(401, '<h1>Unauthorized</h1>Access is denied.'), code: 'platform_blocked' },
  ...Object.entries(FOREIGN_PAGES).map(([name, answer]): Refusal => {
    const isPage = !/^(json|empty)-/.test(name)
    return { name, answer, code: isPage ? 'platform_blocked' : 'platform_unavailable' }
  }),
  // Data that is not Steam's: it proves neither a private player nor a block.
  ...['{}', '[]', 'null', '{"error":"denied"}', '"Forbidden"', 'false', '{', ''].flatMap((text) =>
    [401, 403].flatMap((status) =>
      ['application/json', 'text/html'].flatMap((type) => {
        const isSteams = type === 'application/json' && (text === '{}' || text === 'null')
        if (isSteams) return []
        return [
          {
            name: `${text} as ${type}, ${status}`,
            answer: raw(status, text, type),
            code: 'platform_unavailable' as const,
          },
        ]
      }),
    ),
  ),
]

function steamPage(status: 401 | 403, title: string, about?: SteamMethod[]): Refusal {
  const answer = html(status, title, 'Access is denied.')
  return {
    name: `Steam's page "${title}", ${status}`,
    answer,
    code: 'platform_blocked',
    ...(about && { private: about }),
  }
}
