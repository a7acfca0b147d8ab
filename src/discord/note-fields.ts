import { MAX_REASON_CHARACTERS } from '../service/watch/reason.ts'
import type { FormField } from './command.ts'

/** The longest `until` that means anything, with room for mistakes that the answer can name. */
export const MAX_UNTIL = 40

/** The texts of the two fields. */
interface Words {
  reason: string
  reasonHint: string
  until: string
  untilHint: string
}

/** The fields of a form for a note about an account and its end, which may be typed already. */
export const noteFields = ({ reason, reasonHint, until, untilHint }: Words, typedUntil = ''): FormField[] => [
  {
    name: 'reason',
    label: reason,
    description: reasonHint,
    maxLength: MAX_REASON_CHARACTERS,
    isRequired: true,
    isMultiline: true,
  },
  {
    name: 'until',
    label: until,
    description: untilHint,
    value: typedUntil,
    maxLength: MAX_UNTIL,
    isRequired: false,
  },
]

/** What was entered into the fields; `until` is null for no end. */
export function readNoteFields(fields: ReadonlyMap<string, string>): { reason: string; until: string | null } {
  const until = fields.get('until')?.trim() ?? ''
  return { reason: fields.get('reason') ?? '', until: until === '' ? null : until }
}
