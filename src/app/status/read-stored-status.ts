import { z } from 'zod'
import type { Database, Repositories } from '../database.ts'
import type { Guild } from '../../outbox/database/guilds.ts'
import type { Sweep } from '../../watch/database/sweeps.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ChannelProblem, GameServer } from '../../model/checklist.ts'
import type { Status } from '../../model/status.ts'
import { countReports } from '../../policy/refusals.ts'
import { ALERTS } from '../../watch/alerts.ts'
import { WATCHED_JOINS } from '../../watch/joins.ts'
import { MAX_FAILED_TURNS, nextSweepAt } from '../../watch/sweep.ts'

const DAY_SECONDS = 86_400
/** A game server that is silent for longer is given up: its Discord server may have forgotten its token. */
const GIVEN_UP_DAYS = 30

/** Facts in the database about the set-up and the work of all replicas. */
export interface StoredStatus {
  sweeps: NonNullable<Status['sweeps']>
  alerts: NonNullable<Status['alerts']>
  /** The Discord servers that use watch lists or policies and have not removed the bot. */
  guilds: number
  channelProblems: ChannelProblem[]
  /** The game servers of the current tokens of all policies. */
  gameServers: (Omit<GameServer, 'hasRules' | 'hasBans'> & { guildId: string })[]
  /** Number of game servers that have asked for verdicts in the last 30 days, but not in the last day. */
  serversSilent: number
  /** The last trusted listing of the bot's servers; null before the first listing. */
  listing: { guilds: number; at: number } | null
  /** When the last backup that the database knows of began, Unix seconds; null for none. */
  backedUpAt: number | null
  /** The names of Discord servers by their ids, as last listed; those that have only added the commands are missing. */
  guildNames: Record<string, string>
}

export interface StoredStatusOptions {
  database: Pick<Database, 'read'>
  clock: Clock
  intervalSeconds: number
  callsPerDay: number
}

/**
 * Reads the stored facts; rejects with a DatabaseError. An account is overdue if no sweep has tried to check it for two intervals. It is
 * unanswered if a sweep has tried in that time, but Steam gave no usable record.
 */
export async function readStoredStatus(options: StoredStatusOptions): Promise<StoredStatus> {
  const { database, clock, intervalSeconds, callsPerDay } = options
  return database.read(async ({ guilds, policyTokens, sweeps, outbox, meta }) => {
    const now = clock.unixSeconds()
    const latest = await sweeps.latest()
    const interval = Math.max(intervalSeconds, latest?.intervalSeconds ?? 0)
    const present = (await guilds.all()).filter(({ absentSince }) => absentSince === null)
    const tokens = await policyTokens.current()
    const guildNames = guildNamesSchema.parse(JSON.parse((await meta.get('guild_names')) ?? '{}'))
    const guildName = (guildId: string) => guildNames[guildId] ?? null
    const isSilent = ({ lastAskedAt }: { lastAskedAt: number | null }) =>
      lastAskedAt !== null && lastAskedAt >= now - GIVEN_UP_DAYS * DAY_SECONDS && lastAskedAt < now - DAY_SECONDS
    return {
      sweeps: {
        ...(await sweeps.progress(now - 2 * interval, MAX_FAILED_TURNS)),
        latest: latest ? toSweep(latest) : null,
        lastFinishedAt: await sweeps.lastFinishedAt(),
        nextAt: latest ? nextSweepAt(latest, { intervalSeconds, callsPerDay }) : null,
      },
      alerts: {
        waiting: await outbox.countDue(ALERTS.name, now),
        oldestAt: await outbox.oldestDueAt(ALERTS.name, now),
        refusals: await countReports({ outbox }, now),
        joins: await outbox.countDue(WATCHED_JOINS.name, now),
      },
      guilds: present.length,
      channelProblems: present.flatMap((guild) => findChannelProblem(guild, guildName(guild.guildId))),
      gameServers: tokens.map(({ name, guildId, lastAskedAt }) => ({
        name,
        guildId,
        guildName: guildName(guildId),
        lastAskedAt,
      })),
      serversSilent: tokens.filter(isSilent).length,
      listing: await readListing(meta),
      backedUpAt: toNumber(await meta.get('backed_up_at')),
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
  { guildId, alertChannelId, alertBlock, logBlock }: Guild,
  guildName: string | null,
): ChannelProblem[] {
  const ofLog = logBlock === null ? null : 'log_refused'
  const problem = alertBlock ?? (alertChannelId === null ? 'not_set' : ofLog)
  return problem === null ? [] : [{ guildId, guildName, problem }]
}

async function readListing(meta: Repositories['meta']): Promise<StoredStatus['listing']> {
  const [guilds, at] = [toNumber(await meta.get('guild_count')), toNumber(await meta.get('guilds_listed_at'))]
  return guilds === null || at === null ? null : { guilds, at }
}

const toNumber = (stored: string | undefined) => (stored === undefined ? null : Number(stored))
