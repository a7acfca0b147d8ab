import type { PageAnswers, PageRequests, Refusal } from '../../protocol.ts'

/** Sends a request to the server of the page; throws an error with the server's sentence when it is refused. */
export type SendRequest = <Name extends keyof PageRequests>(
  name: Name,
  body: PageRequests[Name],
) => Promise<PageAnswers[Name]>

/** Creates the function that sends requests. */
export function createRequests(fetch: (url: string, init: RequestInit) => Promise<Response>): SendRequest {
  return async (name, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer: unknown = await response.json()
    // The server answers with the type of the protocol.
    if (response.ok) return answer as PageAnswers[typeof name]
    throw new Error((answer as Refusal).error)
  }
}
