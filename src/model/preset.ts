import { z } from 'zod'

/** A usual reason for bans of a server. */
export const presetSchema = z.object({
  reason: z.string(),
  /** Its usual end, a span such as `7d`; empty for good. */
  end: z.string(),
})
export type Preset = z.infer<typeof presetSchema>

/** As many as Discord shows in a menu, and as choices of an option. */
export const MAX_PRESETS = 25
