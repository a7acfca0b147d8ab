import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { type AuditRepository, createAuditRepository, type NewAuditEntry } from '../../database/audit.ts'
import { isTold, LOG_LINE, type logLineSchema, toToldDetail } from '../../model/log-line.ts'
import { toolNameOf } from '../../model/tool-token.ts'
import { isOfImport } from '../../model/watch.ts'
import { createGuildsRepository } from './guilds.ts'
import { createOutboxRepository, type NewEntry } from './outbox.ts'

/** What tools change is told once in this time, seconds. */
const TOOLS_SECONDS = 600
/** How long it is tried to tell a change. */
const EXPIRES_SECONDS = 7 * 86_400

/** An entry by a person or a tool. */
type Authored = NewAuditEntry & { userId: string }

/** The log of changes, which also puts a line for the team into the outbox, within the same transaction. */
export function createToldAudit(db: Knex): AuditRepository {
  const audit = createAuditRepository(db)
  const guilds = createGuildsRepository(db)
  const outbox = createOutboxRepository(db)
  const tellGuild = async (guildId: string, entries: readonly Authored[]) => {
    const guild = await guilds.get(guildId)
    const told = guild ? entries.filter(({ action }) => isTold(action, guild)) : []
    if (!guild || told.length === 0) return
    const explains = guild.logChannelId === null && !guild.isLogExplained
    // The accounts of an import are one line.
    const imported = told.filter(({ action }) => isOfImport(action))
    const lines = told.filter((entry) => !isOfImport(entry.action) || entry === imported[0])
    await outbox.put(
      lines.map((entry, index) =>
        toLine(entry, { count: isOfImport(entry.action) ? imported.length : 1, isFirst: explains && index === 0 }),
      ),
    )
    if (explains) await guilds.set(guildId, { isLogExplained: true })
  }
  return {
    ...audit,
    async add(entries) {
      await audit.add(entries)
      // What the service does by itself is not told.
      const authored = entries.filter((entry): entry is Authored => entry.userId !== null)
      for (const guildId of new Set(authored.map((entry) => entry.guildId)))
        await tellGuild(
          guildId,
          authored.filter((entry) => entry.guildId === guildId),
        )
    },
  }
}

function toLine(
  { guildId, at, userId, action, steamId, detail, undo }: Authored,
  shown: { count: number; isFirst: boolean },
): NewEntry {
  const isOfTool = toolNameOf(userId) !== undefined
  const endOfPeriod = (Math.floor(at / TOOLS_SECONDS) + 1) * TOOLS_SECONDS
  return {
    kind: LOG_LINE,
    guildId,
    // An import is about several accounts.
    steamId: (shown.count > 1 ? null : steamId) ?? '',
    key: `${at} ${randomBytes(9).toString('base64url')}`,
    createdAt: at,
    payload: { action, userId, detail: toToldDetail(action, detail), undo: undo ?? null, ...shown } satisfies z.infer<
      typeof logLineSchema
    >,
    dueAt: isOfTool ? endOfPeriod : 0,
    digest: isOfTool ? `tools ${endOfPeriod}` : null,
    expiresAt: at + EXPIRES_SECONDS,
  }
}
