import { z } from 'zod'
import { unixSecondsSchema } from '../model/bounds.ts'
import { toolScopeSchema } from '../model/tool-token.ts'
import type { Entry } from '../outbox/database/outbox.ts'
import { NO_ACCOUNT, type Kind, type ShownEntry } from '../outbox/kind.ts'
import type { ToolRepositories } from './database/repositories.ts'
import type { ToolToken } from './database/tool-tokens.ts'

/** The channel for alerts is told about a new token for a week at most. */
const LAPSE_SECONDS = 7 * 86_400

const payloadSchema = z.object({
  name: z.string(),
  scopes: z.array(toolScopeSchema),
  /** The Discord id of the user who created it. */
  createdBy: z.string(),
  expiresAt: unixSecondsSchema,
})
type NewTokenPayload = z.infer<typeof payloadSchema>

/** A new token, with everything that a message shows of it. */
export interface NewToken extends NewTokenPayload, ShownEntry, Pick<Entry, 'createdAt'> {}

/** The kind of messages about new tokens of tools. */
export const NEW_TOKENS: Kind<NewToken, ToolRepositories> = {
  name: 'tool_token',
  maxDigest: 100,
  paceSeconds: 0,
  async read({ outbox }, { id }) {
    const entries = await outbox.entriesOf(id, payloadSchema)
    return entries.map(({ createdAt, payload }) => ({ steamId: null, createdAt, ...payload }))
  },
}

/** Stores what the channel for alerts is told about a new token. */
export async function noteNewToken(
  { outbox }: Pick<ToolRepositories, 'outbox'>,
  { id, guildId, name, scopes, createdBy, createdAt, expiresAt }: Omit<ToolToken, 'hash' | 'lastUsedAt'>,
): Promise<void> {
  await outbox.put([
    {
      kind: NEW_TOKENS.name,
      guildId,
      steamId: NO_ACCOUNT,
      key: `${createdAt} ${id}`,
      createdAt,
      payload: { name, scopes, createdBy, expiresAt } satisfies NewTokenPayload,
      dueAt: 0,
      digest: null,
      expiresAt: createdAt + LAPSE_SECONDS,
    },
  ])
}
