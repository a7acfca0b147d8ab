import { z } from 'zod'
import type { Database, Repositories } from '../database.ts'
import type { Guild } from '../../outbox/database/guilds.ts'
import type { Sweep } from '../../watch/database/sweeps.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ChannelProblem, GameServer } from '../../model/checklist.ts'
import type { Status } from '../../model/status.ts'
import { ALERTS } from '../../watch/alerts.ts'
import { nextSweepAt } from '../../watch/sweep.ts'
import { readWatchReport } from './watch-report.ts'

/** Facts in the database about the set-up and the work of all replicas. */
export interface StoredStatus {
  sweeps: NonNullable<Status['sweeps']>
  alerts: NonNullable<Status['alerts']>
  /** The Discord servers that use watch lists or policies and have not removed the bot. */
  guilds: number
  channelProblems: ChannelProblem[]
  /** The game servers of the current tokens of all policies. */
  gameServers: (Omit<GameServer, 'hasRules' | 'hasBans'> & { guildId: string })[]
  /** The last trusted listing of the bot's servers; null before the first listing. */
  listing: { guilds: number; at: number } | null
  backedUpAt: number | null
  /** The names of Discord servers by their ids, as last listed; those that have only added the commands are missing. */
  guildNames: Record<string, string>
}

export interface StoredStatusOptions {
  database: Database
  clock: Clock
  intervalSeconds: number
  callsPerDay: number
}

/** Reads the stored facts; rejects with a DatabaseError. */
export async function readStoredStatus(options: StoredStatusOptions): Promise<StoredStatus> {
  const { database, intervalSeconds, callsPerDay } = options
  const {
    refusals,
    joins,
    alertsWaiting,
    channelsRefused: _,
    serversSilent: __,
    backedUpAt,
    ...progress
  } = await readWatchReport(options)
  return database.read(async ({ guilds, policyTokens, sweeps, outbox, meta }) => {
    const latest = await sweeps.latest()
    const present = (await guilds.all()).filter(({ absentSince }) => absentSince === null)
    const tokens = await policyTokens.current()
    const guildNames = guildNamesSchema.parse(JSON.parse((await meta.get('guild_names')) ?? '{}'))
    const guildName = (guildId: string) => guildNames[guildId] ?? null
    return {
      sweeps: {
        ...progress,
        latest: latest ? toSweep(latest) : null,
        lastFinishedAt: await sweeps.lastFinishedAt(),
        nextAt: latest ? nextSweepAt(latest, { intervalSeconds, callsPerDay }) : null,
      },
      alerts: {
        waiting: alertsWaiting,
        oldestAt: await outbox.oldestDueAt(ALERTS.name, options.clock.unixSeconds()),
        refusals,
        joins,
      },
      guilds: present.length,
      channelProblems: present.flatMap((guild) => findChannelProblem(guild, guildName(guild.guildId))),
      gameServers: tokens.map(({ name, guildId, lastAskedAt }) => ({
        name,
        guildId,
        guildName: guildName(guildId),
        lastAskedAt,
      })),
      listing: await readListing(meta),
      backedUpAt,
      guildNames,
    }
  })
}

const guildNamesSchema = z.record(z.string(), z.string())

const toSweep = ({ startedAt, finishedAt, intervalSeconds, total, done, calls }: Sweep) => ({
  startedAt,
  finishedAt,
  intervalSeconds,
  accounts: total,
  done,
  calls,
})

function findChannelProblem(
  { guildId, alertChannelId, alertBlock }: Guild,
  guildName: string | null,
): ChannelProblem[] {
  const problem = alertChannelId === null ? 'not_set' : alertBlock
  return problem === null ? [] : [{ guildId, guildName, problem }]
}

async function readListing(meta: Repositories['meta']): Promise<StoredStatus['listing']> {
  const [guilds, at] = [toNumber(await meta.get('guild_count')), toNumber(await meta.get('guilds_listed_at'))]
  return guilds === null || at === null ? null : { guilds, at }
}

const toNumber = (stored: string | undefined) => (stored === undefined ? null : Number(stored))
