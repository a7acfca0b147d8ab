import type { Cached } from '../model/cached.ts'
import type { Image } from '../service/get-image.ts'
import type { Document } from './document.ts'

/** What a handler answers; how it goes over the wire is settled in one place. */
export type Reply =
  | { kind: 'json'; value: object; status: number; expiresAt?: number }
  | { kind: 'events'; events: AsyncIterable<unknown> }
  | { kind: 'image'; image: Image }
  | { kind: 'document'; document: Document }
  | { kind: 'page'; headers: Record<string, string>; body: string | Buffer }
  | { kind: 'empty'; status: 204 | 302; headers: Record<string, string> }

/** A JSON answer that nobody keeps. */
export const json = (value: object): Reply => ({ kind: 'json', value, status: 200 })

/** A JSON answer that others may keep as long as we do. */
export const cachedJson = <T extends object>({ value, expiresAt }: Cached<T>): Reply => ({
  kind: 'json',
  value,
  status: 200,
  expiresAt,
})
