import { z } from 'zod'

/** Whether look-ups can be served, and if not, what is in the way. */
export const readinessSchema = z
  .object({
    ready: z.boolean(),
    store: z.enum(['open', 'closed']),
    platform: z.enum(['reachable', 'unreachable', 'key_refused', 'not_configured', 'unknown']),
    stopping: z.boolean(),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof readinessSchema>

interface Needs {
  isStoreOpen: () => Promise<boolean>
  platform: () => Promise<Readiness['platform']>
  stopping: boolean
}

/** Looks at everything look-ups need. */
export async function checkReadiness({ isStoreOpen, platform, stopping }: Needs): Promise<Readiness> {
  const [isOpen, state] = await Promise.all([isStoreOpen(), platform()])
  return {
    ready: isOpen && state === 'reachable' && !stopping,
    store: isOpen ? 'open' : 'closed',
    platform: state,
    stopping,
  }
}
