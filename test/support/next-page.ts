import { expect } from 'vitest'
import type { Reply } from './ask.ts'

/** The target of the page after this one, on which `next` of the body and the header `Link` agree; undefined on the last page. */
export function nextPage({ body, headers }: Reply): string | undefined {
  const target = /^<(.+)>; rel="next"$/.exec(String(headers['link']))?.[1]
  const after = target === undefined ? null : new URL(target, 'http://service').searchParams.get('after')
  expect(body).toMatchObject({ next: after })
  return target
}
