import type { Caller } from '../lib/caller.ts'
import type { BatchEntry, BatchResult } from '../model/account.ts'
import { RapsheetError } from '../model/error.ts'
import type { ErrorCode } from '../model/error.ts'
import type { Context } from './context.ts'
import { accountNotFound, findRecord } from './record.ts'
import { resolveAccount } from './resolve.ts'
import { failuresOf, valuesOf } from './settled.ts'

/** Entries one batch looks up; further ones are dropped unread. */
export const MAX_BATCH = 50

/** Failures that say nothing about the accounts, the most telling first. */
const OUR_TROUBLE: ErrorCode[] = ['not_configured', 'key_refused', 'platform_unavailable', 'overloaded']

/** Looks many accounts up at once, in the order given; entries that fail are counted, not thrown, unless all do. */
export async function lookupBatch(context: Context, entries: string[], caller: Caller): Promise<BatchResult> {
  const settled = await Promise.allSettled(
    entries.slice(0, MAX_BATCH).map((input) => lookupEntry(context, input, caller)),
  )
  const results = valuesOf(settled)
  const failures = failuresOf(settled)
  if (results.length === 0) throw whyNone(failures)
  return { results, resolved: results.length, failed: failures.length }
}

async function lookupEntry(context: Context, input: string, caller: Caller): Promise<BatchEntry> {
  const steamId = await resolveAccount(context, input, caller)
  const record = await findRecord(context, steamId, caller)
  if (!record) throw accountNotFound(steamId)
  const { personaname, profileurl, avatarfull, timecreated } = record.summary
  return { input, steamId, profile: { personaname, profileurl, avatarfull, timecreated }, bans: record.bans }
}

function whyNone(failures: RapsheetError[]): RapsheetError {
  for (const code of OUR_TROUBLE) {
    const trouble = failures.find((failure) => failure.code === code)
    if (trouble) return trouble
  }
  return new RapsheetError(
    'account_not_found',
    'None of the entries names an account Steam knows; check their spelling.',
  )
}
