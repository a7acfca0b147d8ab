import { json, type CallOptions, type Request } from './request.ts'

export interface ListOptions extends CallOptions {
  /** Maximum number of entries of a page, at most 200. */
  limit?: number | undefined
}

/** The pages of a list: `next` of each is the `after` of the following one. The time limit applies to each page. */
export async function* readPages<Page extends { next: string | null }>(
  request: Request,
  path: string,
  field: string & keyof Page,
  { limit, ...call }: ListOptions,
): AsyncGenerator<Page, void, undefined> {
  let after: string | undefined
  do {
    const query = { limit: limit === undefined ? undefined : String(limit), after }
    const page = await request({ ...call, path, query, token: 'tool' }, json<Page>(field))
    yield page
    after = page.next ?? undefined
  } while (after !== undefined)
}
