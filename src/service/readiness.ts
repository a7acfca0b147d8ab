import { z } from 'zod'

/** Whether look-ups can be served, and if not, what is in the way. */
export const readinessSchema = z
  .object({
    ready: z.boolean(),
    store: z.enum(['open', 'closed']),
    platform: z.enum(['reachable', 'unreachable', 'key_refused', 'not_configured', 'unknown']),
    discord: z.enum(['off', 'connecting', 'connected', 'refused']).meta({
      description: 'The bot’s connection; look-ups over HTTP are served without it.',
    }),
    stopping: z.boolean(),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof readinessSchema>

interface Needs {
  isStoreOpen: () => Promise<boolean>
  platform: () => Promise<Readiness['platform']>
  discord: Readiness['discord']
  stopping: boolean
}

/** Looks at everything look-ups need. */
export async function checkReadiness({ isStoreOpen, platform, discord, stopping }: Needs): Promise<Readiness> {
  const [isOpen, state] = await Promise.all([isStoreOpen(), platform()])
  return {
    ready: isOpen && state === 'reachable' && !stopping,
    store: isOpen ? 'open' : 'closed',
    platform: state,
    discord,
    stopping,
  }
}
