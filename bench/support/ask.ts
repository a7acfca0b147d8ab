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
