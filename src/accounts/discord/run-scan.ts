import { createChildContext } from '../../lib/call-context.ts'
import { CommandError } from '../../discord/command-error.ts'
import type { Invocation } from '../../discord/command.ts'
import { cancelledByUser, type ScanKind } from '../../discord/scans.ts'
import type { Texts } from './texts.ts'

/** Time limit of a scan. Discord accepts edits for 15 minutes, so a minute is left for the last edit. */
export const SCAN_DEADLINE_MS = 14 * 60_000

/** Runs a scan that its user can stop; throws `scan_running` if the user already has a running scan of this kind. */
export async function runScan<I extends Invocation>(
  invocation: I,
  kind: ScanKind,
  run: (invocation: I) => Promise<void>,
): Promise<void> {
  const { scans, requestId, userId } = invocation
  const scan = scans.start(requestId, userId, kind)
  if (!scan) throw new CommandError('scan_running')
  try {
    await run({ ...invocation, callContext: createChildContext(invocation.callContext, scan.signal) })
  } finally {
    scan.end()
  }
}

/** The title for a scan that its user or the time limit stopped; undefined when it failed instead. */
export function titleOfStop(reason: unknown, texts: Texts): string | undefined {
  if (reason === cancelledByUser) return texts.friends.cancelled
  return reason instanceof CommandError && reason.code === 'too_slow' ? texts.errorTitles.too_slow : undefined
}
