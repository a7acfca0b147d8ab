import { z } from 'zod'
import { isSteamId, type SteamId } from '../model/steam-id.ts'

const openAnswerSchema = z.object({
  /** The id of the interaction. */
  requestId: z.string(),
  applicationId: z.string(),
  /** With it, anyone can write in the bot's name for 15 minutes. */
  token: z.string(),
  locale: z.string(),
  /** Null in a direct message; notes of earlier versions lack it. */
  guildId: z.string().nullable().default(null),
  /** Whether an error is shown in a message of its own, because the clicked one keeps its content. */
  isFollowUp: z.boolean(),
  task: z.object({
    subject: z.exactOptional(z.string()),
    retryId: z.exactOptional(z.string()),
    backTo: z.exactOptional(z.custom<SteamId>((value) => typeof value === 'string' && isSteamId(value))),
  }),
})

/** An answer that is not complete yet, with what is needed to end it with an error. */
export type OpenAnswer = z.output<typeof openAnswerSchema>

/** Remembers the answers that are not complete. */
export interface OpenAnswers {
  /** Returns at once and never throws; the returned function is to be called when the answer is complete. */
  add(answer: OpenAnswer): () => void
}

/** The answer as text, without what it does not need of the task. */
export const formatOpenAnswer = (answer: OpenAnswer): string => JSON.stringify(openAnswerSchema.parse(answer))

/** Reads a stored answer; undefined for one of a version with other fields. */
export function parseOpenAnswer(text: string): OpenAnswer | undefined {
  return openAnswerSchema.safeParse(JSON.parse(text)).data
}
