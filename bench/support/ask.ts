import { Agent, get } from 'node:http'

const HEADERS = { 'user-agent': 'rapsheet-bench (loopback)', 'content-type': 'application/json' }

/** Sends a request and reads the complete answer; rejects unless it is a 200. */
export async function ask(url: string, body?: object): Promise<string> {
  const answer = await fetch(
    url,
    body ? { method: 'POST', headers: HEADERS, body: JSON.stringify(body) } : { headers: HEADERS },
  )
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text
}

/** Looks up one account. */
export function lookup(server: { url: string }, input: string): Promise<string> {
  return ask(`${server.url}/api/lookup?steamId=${input}`)
}

/**
 * Looks up accounts at once, each on its own connection, and reads the complete answers. Uses node:http, which costs
 * this process half as much as fetch.
 */
export function createCrowd(server: { url: string }) {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: Infinity })
  const one = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get(server.url + path, { agent, headers: HEADERS }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.once('end', () => {
          if (response.statusCode === 200) resolve(text)
          else reject(new Error(`${path} answered ${response.statusCode}: ${text}`))
        })
        response.once('error', reject)
      }).once('error', reject)
    })
  return {
    /** Opens this many connections. */
    gather: (size: number) => Promise.all(Array.from({ length: size }, () => one('/healthz'))),
    lookup: (steamIds: string[]) => Promise.all(steamIds.map((steamId) => one(`/api/lookup?steamId=${steamId}`))),
  }
}
