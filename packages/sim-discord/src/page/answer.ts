/** An HTTP answer of the page's server. */
export interface PageAnswer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

/** A JSON answer. */
export function json(status: number, value: object): PageAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  }
}
