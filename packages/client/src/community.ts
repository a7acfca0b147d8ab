import type { paths } from './api-types.ts'
import { createFollow, type FollowOptions, type FollowSettings } from './follow-events.ts'
import { readPages, type ListOptions } from './pages.ts'
import { json, type Call, type CallOptions, type Request } from './request.ts'

type AnswerOf<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Answer } } } }
  ? Answer
  : never
type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : never

type BanPage = AnswerOf<paths['/api/bans']['get']>
type WatchPage = AnswerOf<paths['/api/watches']['get']>
type JoinPage = AnswerOf<paths['/api/joins']['get']>
type RefusalPage = AnswerOf<paths['/api/refusals']['get']>
export type EventPage = AnswerOf<paths['/api/events']['get']>
export type CommunityEvent = EventPage['events'][number]
export type Ban = AnswerOf<paths['/api/bans/{steamId}']['get']>
export type BanTerms = BodyOf<paths['/api/bans/{steamId}']['put']>
export type Watch = AnswerOf<paths['/api/watches/{steamId}']['get']>
export type WatchTerms = BodyOf<paths['/api/watches/{steamId}']['put']>
export type Join = JoinPage['joins'][number]
export type Refusal = RefusalPage['refusals'][number]
export type History = AnswerOf<paths['/api/history/{steamId}']['get']>
export type BanImport = AnswerOf<paths['/api/bans/import']['post']>
export type ToolToken = AnswerOf<paths['/api/token']['get']>

/** An entry of a list with its `ETag`, by which a change can be guarded. */
export interface Tagged<Entry> {
  entry: Entry
  etag: string
}

export interface ChangeOptions extends CallOptions {
  /** The `etag` of the entry as you know it: if it has changed since, the call rejects with `precondition_failed`. */
  ifMatch?: string | undefined
}
export interface PutOptions extends ChangeOptions {
  /** `*`: only adds the entry; if there is one already, the call rejects with `precondition_failed`. */
  ifNoneMatch?: '*' | undefined
}

export interface ImportOptions extends CallOptions {
  /** Only says what the import would do. */
  dryRun?: boolean | undefined
  /** `permanent`: bans whose end cannot be read are added for good; by default they are left out, and named in the answer. */
  unreadEnds?: 'skip' | 'permanent' | undefined
  /** The media type, by default plain text. */
  type?: 'text/plain' | 'text/csv' | 'application/json' | undefined
}

export interface EventsOptions extends CallOptions {
  after?: string | undefined
  types?: readonly string[] | undefined
  limit?: number | undefined
}

const tool = { token: 'tool' } as const
const LISTS = { bans: '/api/bans', watches: '/api/watches', joins: '/api/joins', refusals: '/api/refusals' } as const

/** What a community entrusts to the service, for its tools. All operations need `toolToken`. */
export function createCommunity(request: Request, once: Request, settings: FollowSettings) {
  const follow = createFollow<CommunityEvent>(once, settings)
  return {
    /** The bans of the community. */
    bans: {
      ...createEntries<Ban, BanTerms>(request, LISTS.bans),
      ...createList<Ban, BanPage>(request, LISTS.bans, 'bans'),
      /** Adds the bans of a list in any format that the service reads, such as `bans.cfg`, at most 5 MiB. */
      import: (
        content: string | Blob,
        { dryRun, unreadEnds, type = 'text/plain', ...call }: ImportOptions = {},
      ): Promise<BanImport> =>
        request(
          {
            ...call,
            ...tool,
            path: '/api/bans/import',
            query: { dryRun: dryRun === undefined ? undefined : String(dryRun), unreadEnds },
            file: { content, type },
            isOnce: true,
          },
          json('fresh'),
        ),
      /** All bans as a text: the game's own `bans.cfg`, a table, or JSON. */
      export: (format: 'cfg' | 'csv' | 'json', options?: CallOptions): Promise<string> =>
        request({ ...options, ...tool, path: '/api/bans/export', query: { format } }, (response) => response.text()),
    },
    /** The accounts that the community watches. */
    watches: {
      ...createEntries<Watch, WatchTerms>(request, LISTS.watches),
      ...createList<Watch, WatchPage>(request, LISTS.watches, 'watches'),
    },
    /** The players who joined within the last 48 hours. */
    joins: createList<Join, JoinPage>(request, LISTS.joins, 'joins'),
    /** The players whom the policy refused within the last seven days. */
    refusals: createList<Refusal, RefusalPage>(request, LISTS.refusals, 'refusals'),
    /** The changes of the bans of an account that were seen. */
    getHistory: (steamId: string, options?: CallOptions): Promise<History> =>
      request({ ...options, ...tool, path: `/api/history/${encodeURIComponent(steamId)}` }, json('steamId')),
    /** What the token may do. */
    getToken: (options?: CallOptions): Promise<ToolToken> =>
      request({ ...options, ...tool, path: '/api/token' }, json('scopes')),
    events: {
      /** The next events after a cursor. */
      read: ({ after, types, limit, ...call }: EventsOptions = {}): Promise<EventPage> =>
        request(
          {
            ...call,
            ...tool,
            path: '/api/events',
            query: { after, types: types?.join(','), limit: limit === undefined ? undefined : String(limit) },
          },
          json('events'),
        ),
      follow: (options?: FollowOptions): AsyncGenerator<CommunityEvent, void, undefined> => follow(options),
    },
  }
}

/** A list that is read in pages, newest entry first. */
const createList = <Entry, Page extends { next: string | null; eventsCursor?: string }>(
  request: Request,
  path: string,
  field: string & keyof Page,
) => {
  const pages = (options: ListOptions = {}) => readPages<Page>(request, path, field, options)
  const entriesOf = (page: Page) => page[field] as Entry[]
  return {
    /** The pages of the list; the first one has `eventsCursor`, from which the changes since then can be followed. */
    pages,
    /** All entries; pages are read as they are needed. */
    async *list(options?: ListOptions): AsyncGenerator<Entry, void, undefined> {
      for await (const page of pages(options)) yield* entriesOf(page)
    },
    /** The whole list, and the cursor from which `events.follow` misses no change of it. */
    async readAll(options?: ListOptions): Promise<{ entries: Entry[]; eventsCursor: string | undefined }> {
      const entries: Entry[] = []
      let eventsCursor: string | undefined
      for await (const page of pages(options)) {
        eventsCursor ??= page.eventsCursor
        entries.push(...entriesOf(page))
      }
      return { entries, eventsCursor }
    },
  }
}

/** The entries of a list, each of which is an account. */
interface Entries<Entry, Terms> {
  /** One entry; rejects with `not_banned` or `not_watched` if the account has none. */
  get: (steamId: string, options?: CallOptions) => Promise<Tagged<Entry>>
  /** Adds an entry, or gives it these terms. Without a condition it may be repeated. */
  put: (steamId: string, terms: Terms, options?: PutOptions) => Promise<Tagged<Entry>>
  /** Removes an entry; rejects with `not_banned` or `not_watched` if the account has none. */
  delete: (steamId: string, options?: ChangeOptions) => Promise<void>
}

function createEntries<Entry extends object, Terms extends object>(
  request: Request,
  list: string,
): Entries<Entry, Terms> {
  const at = (steamId: string) => ({ ...tool, path: `${list}/${encodeURIComponent(steamId)}` })
  const tagged = async (response: Response): Promise<Tagged<Entry>> => ({
    entry: await json<Entry & { steamId: string }>('steamId')(response),
    etag: response.headers.get('etag') ?? '',
  })
  return {
    get: (steamId, options) => request({ ...options, ...at(steamId) }, tagged),
    put: (steamId, terms, options = {}) =>
      request({ ...at(steamId), ...guarded(options), method: 'PUT', body: terms }, tagged),
    delete: (steamId, options = {}) =>
      request({ ...at(steamId), ...guarded(options), method: 'DELETE', isOnce: true }, async () => {}),
  }
}

/** The headers of a guarded change. Such a change is not repeated blindly: a first attempt may have succeeded. */
const guarded = ({
  ifMatch,
  ifNoneMatch,
  ...call
}: PutOptions): Pick<Call, 'headers' | 'isOnce' | 'signal' | 'timeoutMs'> => ({
  ...call,
  headers: {
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  },
  isOnce: ifMatch !== undefined || ifNoneMatch !== undefined,
})
