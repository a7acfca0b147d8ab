import { isOnlyBackupUnknown, type ServiceHealth } from '../../state/service-health.ts'
import { fillIn } from '../../../src/lib/message.ts'
import type { StatusTexts } from '../../texts/status-texts.ts'

/** The sentence about the whole service. */
export function overallSentence(health: ServiceHealth, { overall: words }: StatusTexts): string {
  const { overall, attention, unknown } = health
  const isOnlyBackup = isOnlyBackupUnknown(health)
  if (overall === 'unknown' && isOnlyBackup) return words.noBackup
  if (overall !== 'attention' || unknown === 0)
    return fillIn<{ count: number }>(words[overall], { count: overall === 'attention' ? attention : unknown })
  return isOnlyBackup
    ? words.attentionAndNoBackup({ count: attention })
    : words.attentionAndUnknown({ attention, unknown })
}
