import { z } from 'zod'
import { unixSecondsSchema } from '../model/bounds.ts'
import { BUDGET_STATES } from '../model/budget.ts'
import type { PlatformState } from '../steam/upstream/health.ts'

const budgetSchema = z.object({
  used: z.int().min(0),
  limit: z.int().min(0).meta({ description: '0 for none.' }),
  state: z.enum(BUDGET_STATES).meta({
    description: 'Scarce: without hours. Reserved: no batches and scans. Spent: nothing that is not remembered.',
  }),
  resetsAt: unixSecondsSchema.meta({ description: 'When it starts anew, Unix seconds.' }),
})

/** Whether look-ups can be served, and if not, what is in the way. */
export const readinessSchema = z
  .object({
    ready: z.boolean(),
    store: z.enum(['open', 'failing', 'closed']).meta({
      description:
        'Failing: the last write failed, on a full disk for instance. Look-ups are answered all the same, and remembered in memory.',
    }),
    platform: z.enum(['reachable', 'unreachable', 'blocked', 'key_refused', 'not_configured', 'unknown']).meta({
      description: 'Blocked: Steam’s edge network refuses the address of this server; no look-up can be answered anew.',
    }),
    discord: z.enum(['off', 'connecting', 'connected', 'refused']).meta({
      description: 'The bot’s connection; look-ups over HTTP are served without it.',
    }),
    stopping: z.boolean(),
    budget: budgetSchema.nullable().meta({ description: 'The calls of the day; null without a key.' }),
    down: z.array(z.string()).meta({
      description:
        'Methods of Steam that are known to be down and are left alone until a probe is answered; `all` for all.',
    }),
    blocked: z.array(z.enum(['api', 'community'])).meta({
      description:
        'Hosts of Steam that block the address of this server: `api` for all look-ups, `community` for inventories alone.',
    }),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof readinessSchema>

interface Needs {
  store: { isOpen: () => Promise<boolean>; isFailing: () => boolean }
  platform: () => Promise<PlatformState>
  discord: Readiness['discord']
  stopping: boolean
  budget: Readiness['budget']
  down: string[]
  blocked: () => Readiness['blocked']
}

/** Looks at everything look-ups need. */
export async function checkReadiness({ store, platform, blocked: blockedHosts, ...rest }: Needs): Promise<Readiness> {
  const [isOpen, latest] = await Promise.all([store.isOpen(), platform()])
  // Looking at the platform may have found it out.
  const blocked = blockedHosts()
  const state = blocked.includes('api') ? 'blocked' : latest
  return {
    // A failing store is no reason to be taken out of service while running: that would make an outage of a full disk.
    ready: isOpen && state === 'reachable' && !rest.stopping,
    store: isOpen ? (store.isFailing() ? 'failing' : 'open') : 'closed',
    platform: state,
    blocked,
    ...rest,
  }
}
