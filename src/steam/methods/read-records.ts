import type { z } from 'zod'
import type { BatchAnswer } from '../../lib/batch-queue.ts'
import type { RapsheetError } from '../../model/error.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { unavailable, valueOf } from '../upstream/answer.ts'
import type { MethodCall, SteamRequest } from '../upstream/request.ts'

interface RecordRequest<R, V> extends Pick<SteamRequest<unknown>, 'method' | 'path' | 'parse'> {
  /** Reads the list of records from an answer. */
  listSchema: z.ZodType<unknown[]>
  recordSchema: z.ZodType<R>
  /** The name of the field that contains the account's id. */
  idField: string
  toValue: (record: R) => V
}

/** The value or the error of each account that has a record. */
type Records<V> = Map<SteamId, { value: V } | { error: RapsheetError }>

/** Asks Steam for the records of up to 100 accounts. */
export type RecordMethod<V> = MethodCall<SteamId[], BatchAnswer<V, RapsheetError>>

/** Creates a method whose answer a batch queue can distribute. */
export function createRecordMethod<R, V>(request: RecordRequest<R, V>): RecordMethod<V> {
  const askSteam = createRecordCall(request)
  return async (call, steamIds, callContext) => Object.fromEntries(await askSteam(call, steamIds, callContext))
}

/** Creates a method that answers with a map. For the many accounts of a sweep, building a map takes a fraction of the time of an object. */
export function createRecordCall<R, V>(request: RecordRequest<R, V>): MethodCall<SteamId[], Records<V>> {
  const { listSchema, recordSchema, idField, toValue, ...url } = request
  return async (call, steamIds, callContext) => {
    const records = readRecords(recordSchema, idField, steamIds)
    const query = { steamids: steamIds.join(',') }
    const batchRequest = { ...url, query, schema: listSchema, matchesRequest: records.hasOnlyAskedIds }
    return records.read(valueOf(await call(batchRequest, callContext)), toValue)
  }
}

/** Reads the list of a batched answer record by record, so that a malformed record does not affect the others. */
function readRecords<R>(schema: z.ZodType<R>, idField: string, asked: SteamId[]) {
  // Reads the id without a schema, because zod would compile a schema for each call.
  const idIn = (record: unknown): string | undefined => {
    if (typeof record !== 'object' || record === null) return undefined
    const id: unknown = Reflect.get(record, idField)
    return typeof id === 'string' ? id : undefined
  }
  return {
    /** Whether every id in the list was asked for, and occurs once. */
    hasOnlyAskedIds(list: unknown[]): boolean {
      const left = new Set(asked)
      return list.map(idIn).every((steamId) => steamId === undefined || left.delete(steamId))
    },
    /**
     * The value or the error of each account that has a record; null records are skipped. A record without an id may belong to any account
     * without a record, so all these accounts get an error instead of being absent.
     */
    read<V>(list: unknown[], toValue: (record: R) => V): Records<V> {
      const answer: Records<V> = new Map()
      const malformed = (cause?: unknown) => ({
        error: unavailable('Steam sent a record of an unknown shape', { cause, isUnusableRecord: true }),
      })
      if (list.some((entry) => entry !== null && idIn(entry) === undefined)) {
        for (const steamId of asked) answer.set(steamId, malformed())
      }
      for (const entry of list) {
        const steamId = idIn(entry)
        if (steamId === undefined) continue
        const parsed = schema.safeParse(entry)
        answer.set(steamId, parsed.success ? { value: toValue(parsed.data) } : malformed(parsed.error))
      }
      return answer
    },
  }
}
