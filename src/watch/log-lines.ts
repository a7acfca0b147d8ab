import { isTold, LOG_LINE, type LogLine, logLineSchema } from '../model/log-line.ts'
import type { Kind } from '../outbox/kind.ts'

/** The kind of messages that tell a team what was changed. More than five in ten minutes are one message. */
export const LOG_LINES: Kind<LogLine> = {
  name: LOG_LINE,
  maxDigest: 2_000,
  paceSeconds: 600,
  async read({ outbox, guilds }, { id, guildId }) {
    const guild = await guilds.get(guildId)
    const entries = guild ? await outbox.entriesOf(id, logLineSchema) : []
    // Lines that wait are dropped when the server has chosen another channel, whose readers may not know them.
    const told = entries.filter(({ payload }) => guild && isTold(payload.action, guild))
    return told.map(({ steamId, payload }) => ({ steamId: steamId === '' ? null : steamId, ...payload }))
  },
}
