import { json, type CallOptions, type Request } from './request.ts'

const NEXT = /<([^<>]*)>\s*;[^,<]*\brel="?next\b/

export interface ListOptions extends CallOptions {
  /** Maximum number of entries of a page, at most 200. */
  limit?: number | undefined
}

/** The pages of a list, which the header `Link` connects. The time limit applies to each page. */
export async function* readPages<Page extends object>(
  request: Request,
  path: string,
  field: string & keyof Page,
  { limit, ...call }: ListOptions,
): AsyncGenerator<Page, void, undefined> {
  let after: string | undefined
  do {
    const query = { limit: limit === undefined ? undefined : String(limit), after }
    const read = json<Page>(field)
    const { page, next } = await request({ ...call, path, query, token: 'tool' }, async (response) => ({
      page: await read(response),
      next: NEXT.exec(response.headers.get('link') ?? '')?.[1],
    }))
    yield page
    // Only its cursor is used: a link never leads to another server.
    after = next === undefined ? undefined : (new URLSearchParams(next.split('?')[1]).get('after') ?? undefined)
  } while (after !== undefined)
}
