import { request } from 'node:http'
import type { LeakSearch } from './leak-search.ts'

const STEAM_ID = '76561198000000001'

/** Sends requests with a token at many places, right and wrong ones, and searches the answers and the metrics for it. */
export async function askForLeaks(url: string, token: string, leaks: LeakSearch): Promise<void> {
  const encoded = token.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  const bearer = { authorization: `Bearer ${token}` }
  const paths = [
    `/game/${token}/${STEAM_ID}`,
    `/game/${token}`,
    `/game/${token}/`,
    `/game/${token}/7`,
    `/game/${token}/${STEAM_ID}/`,
    `/game/${token}/${STEAM_ID}?x=1`,
    `/game/${token}x/${STEAM_ID}`,
    `/game/${encoded}/${STEAM_ID}`,
    `/game/${token.replace('~', '%7E')}/${STEAM_ID}`,
    `//game//${token}/${STEAM_ID}`,
    `/GAME/${token}/${STEAM_ID}`,
    `/gmae/${token}/${STEAM_ID}`,
    `/${token}/${STEAM_ID}`,
    `/api/${token}`,
    `/api/verdict?steamId=${token}`,
    `/api/verdict?steamId=${STEAM_ID}&token=${token}`,
    `/api/lookup?steamId=${token}`,
    `/api/lookup?${token}=${STEAM_ID}`,
    `/${token}`,
    `/game/${'x'.repeat(40_000)}${token}/${STEAM_ID}`,
  ]
  for (const path of paths)
    for (const headers of [{}, bearer])
      leaks.add(path.replaceAll(token, '<token>').slice(0, 60), await ask(url, path, { headers }))
  const posts: [string, string][] = [
    [`/game/${token}/${STEAM_ID}`, 'x'],
    ['/api/verdict/batch', `{"steamIds":["${token}"]`],
    ['/api/verdict/batch', JSON.stringify({ steamIds: [token], [token]: 1 })],
    ['/api/lookup', JSON.stringify({ input: token })],
    [`/gmae/${token}`, '{}'],
  ]
  for (const [path, body] of posts) {
    const headers = { ...bearer, 'content-type': 'application/json' }
    leaks.add(`POST ${path.replaceAll(token, '<token>')}`, await ask(url, path, { method: 'POST', headers, body }))
  }
  leaks.add('/metrics', await ask(url, '/metrics'))
  leaks.add('/readyz', await ask(url, '/readyz'))
  leaks.add('/openapi.json', await ask(url, '/openapi.json'))
}

/** The status, headers and body of an answer. */
function ask(
  url: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { method = 'GET', headers = {}, body } = options
  return new Promise<string>((resolve) => {
    const { hostname, port } = new URL(url)
    const asked = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let text = `${response.statusCode}\n${response.rawHeaders.join('\n')}\n`
      response.setEncoding('latin1')
      response.on('data', (chunk: string) => (text += chunk))
      response.once('close', () => resolve(text))
    })
    asked.once('error', () => resolve(''))
    asked.end(body)
  })
}
