import { z } from 'zod'
import type { BatchAnswer } from '../../lib/batch-queue.ts'
import { RapsheetError } from '../../model/error.ts'
import type { SteamId } from '../../model/steam-id.ts'

interface RecordsOptions<R> {
  schema: z.ZodType<R>
  /** The field that holds the account's id. */
  idOf: string
  asked: SteamId[]
}

/** Reads the list of a batched answer record by record, so that a malformed record does not affect the others. */
export function readRecords<R>({ schema, idOf, asked }: RecordsOptions<R>) {
  const idSchema = z.object({ [idOf]: z.string() })
  const idIn = (record: unknown) => idSchema.safeParse(record).data?.[idOf]
  return {
    /** Whether every record with an id has one that was asked for, and each id occurs once. */
    areThoseAsked(list: unknown[]): boolean {
      const left = new Set(asked)
      return list.map(idIn).every((steamId) => steamId === undefined || left.delete(steamId))
    },
    /**
     * The value or the error of each account that has a record; null records are skipped. A record without an id may belong to
     * any account without a record: these are errors then, not absent.
     */
    read<V>(list: unknown[], toValue: (record: R) => V): BatchAnswer<V> {
      const answer: BatchAnswer<V> = {}
      const malformed = (cause?: unknown) => ({
        error: new RapsheetError(
          'platform_unavailable',
          'Steam sent a record of an unknown shape; try again in a minute.',
          { cause, isUnusableRecord: true },
        ),
      })
      if (list.some((entry) => entry !== null && idIn(entry) === undefined)) {
        for (const steamId of asked) answer[steamId] = malformed()
      }
      for (const entry of list) {
        const steamId = idIn(entry)
        if (steamId === undefined) continue
        const parsed = schema.safeParse(entry)
        answer[steamId] = parsed.success ? { value: toValue(parsed.data) } : malformed(parsed.error)
      }
      return answer
    },
  }
}
