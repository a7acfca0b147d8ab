import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { badKey, html, json, type Answer } from './answer.ts'
import type { Fault } from './dial.ts'
import { edgePage } from './edge.ts'
import { FOREIGN_PAGES, isForeignPage, type ForeignPage } from './foreign-pages.ts'
import type { Method } from './methods.ts'

const GZIP_BOMB_BYTES = 96 * 1024 * 1024
const NESTED_BOMB_BYTES = 8 * 1024 * 1024

/** Applies a fault to an answer. */
export async function applyFault(fault: Fault, method: Method, answer: Answer): Promise<Answer> {
  return isForeignPage(fault) ? FOREIGN_PAGES[fault] : await effects[fault](answer, method)
}

type Effect = (answer: Answer, method: Method) => Answer | Promise<Answer>

const effects: Record<Exclude<Fault, ForeignPage>, Effect> = {
  // The community host answers `null` instead of the Web API's page.
  '429': (_, method) =>
    method === 'inventory' ? json(429, null) : html(429, 'Too Many Requests', 'Slow down, please.'),
  '429-retry-after': async (answer, method) => {
    const refused = await effects['429'](answer, method)
    return { ...refused, headers: { ...refused.headers, 'retry-after': '1' } }
  },
  '500': (_, method) =>
    method === 'inventory'
      ? json(500, { error: 'EYldRefreshAppIfNecessary failed with EResult 55' })
      : html(500, 'Internal Server Error', 'Unknown problem determining WebApi request destination.'),
  '502': () => html(502, 'Bad Gateway', 'The server received an invalid response.'),
  '503': () => html(503, 'Service Unavailable', 'The server is temporarily unable to service your request.'),
  'bad-key': () => badKey(403),
  'bad-key-401': () => badKey(401),
  'edge-403': () => edgePage(),
  'html-200': () => html(200, 'Steam Maintenance', 'Steam is down for routine maintenance.'),
  'null-200': () => json(200, null),
  'empty-200': () => json(200, {}),
  'success-0': (_, method) => json(200, method === 'vanity' ? { response: { success: 0 } } : { success: 0 }),
  hang: (answer) => ({ ...answer, delivery: 'hang' }),
  reset: (answer) => ({ ...answer, delivery: 'reset' }),
  cut: (answer) => ({ ...answer, delivery: 'cut' }),
  'cut-json': (answer) => ({ ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length / 2)) }),
  'slow-body': (answer) => ({ ...answer, delivery: 'slow' }),
  // Without the last bracket, so that the trailing spaces belong to the JSON.
  huge: (answer) => ({ ...answer, body: answer.body.subarray(0, -1), delivery: 'endless' }),
  'gzip-bomb': async ({ headers }) => bombAnswer(headers, await gzipBomb()),
  'nested-bomb': async ({ headers }) => bombAnswer(headers, await nestedBomb()),
  // The next faults change records of a batched answer; `web-api.ts` applies them.
  'wrong-ids': (answer) => answer,
  'duplicated-ids': (answer) => answer,
  reordered: (answer) => answer,
  // The next four faults change ban records; the first of them also leaves out profiles.
  'missing-records': (answer) => answer,
  'null-records': (answer) => answer,
  'partial-records': (answer) => answer,
  'null-fields': (answer) => answer,
  // The dial adds the delay.
  slow: (answer) => answer,
}

const bombAnswer = (headers: Answer['headers'], body: Buffer): Answer => ({
  status: 200,
  headers: { ...headers, 'content-encoding': 'gzip' },
  body,
})

let bomb: Promise<Buffer> | undefined
let nested: Promise<Buffer> | undefined

function gzipBomb(): Promise<Buffer> {
  // Cached: compressing takes long, and the result is always the same.
  bomb ??= promisify(gzip)(Buffer.alloc(GZIP_BOMB_BYTES, ' '))
  return bomb
}

/** Eight million brackets, which take seconds to parse, in 8 KB. */
function nestedBomb(): Promise<Buffer> {
  nested ??= promisify(gzip)(Buffer.alloc(NESTED_BOMB_BYTES, '['))
  return nested
}
