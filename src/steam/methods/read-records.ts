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

/** How the list of a batched answer is read: record by record, so that an odd one costs nobody else theirs. */
export function readRecords<R>({ schema, idOf, asked }: RecordsOptions<R>) {
  const idSchema = z.object({ [idOf]: z.string() })
  const idIn = (record: unknown) => idSchema.safeParse(record).data?.[idOf]
  return {
    /** Whether every record that names an account names one of those asked, and each only once. */
    areThoseAsked(list: unknown[]): boolean {
      const left = new Set(asked)
      return list.map(idIn).every((steamId) => steamId === undefined || left.delete(steamId))
    },
    /**
     * The value, or the error, of each account that has a record; null records are as good as none. Where a record tells
     * nothing of whose it is, those left out may be its owner: they are in doubt, not absent.
     */
    read<V>(list: unknown[], toValue: (record: R) => V): BatchAnswer<V> {
      const answer: BatchAnswer<V> = {}
      const odd = (cause?: unknown) => ({
        error: new RapsheetError(
          'platform_unavailable',
          'Steam sent a record of an unknown shape; try again in a minute.',
          { cause, isUnusableRecord: true },
        ),
      })
      if (list.some((entry) => entry !== null && idIn(entry) === undefined)) {
        for (const steamId of asked) answer[steamId] = odd()
      }
      for (const entry of list) {
        const steamId = idIn(entry)
        if (steamId === undefined) continue
        const parsed = schema.safeParse(entry)
        answer[steamId] = parsed.success ? { value: toValue(parsed.data) } : odd(parsed.error)
      }
      return answer
    },
  }
}
