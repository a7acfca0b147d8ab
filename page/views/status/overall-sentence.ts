import { isOnlyBackupUnknown, type ServiceHealth } from '../../state/service-health.ts'
import { fillIn } from '../../../src/lib/message.ts'
import type { StatusTexts } from '../../texts/status-texts.ts'

/** The sentence about the whole service. */
export function overallSentence(health: ServiceHealth, { overall: words }: StatusTexts): string {
  const { overall, attention, unknown } = health
  if (overall === 'unknown' && isOnlyBackupUnknown(health)) return words.noBackup
  if (overall === 'attention' && unknown > 0) return words.attentionAndUnknown({ attention, unknown })
  return fillIn<{ count: number }>(words[overall], { count: overall === 'attention' ? attention : unknown })
}
