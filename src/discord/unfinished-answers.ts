import { z } from 'zod'
import { isSteamId, type SteamId } from '../model/steam-id.ts'

const openAnswerSchema = z.object({
  /** The id of the interaction. */
  requestId: z.string(),
  applicationId: z.string(),
  /** A token with which anyone can write in the bot's name for 15 minutes. */
  token: z.string(),
  locale: z.string(),
  /** Null where no server has installed the bot, and in answers that an earlier version stored. */
  guildId: z.string().nullable().default(null),
  /** Whether an error is shown in a separate message, because the clicked message keeps its content. */
  isFollowUp: z.boolean(),
  task: z.object({
    subject: z.exactOptional(z.string()),
    retryId: z.exactOptional(z.string()),
    backTo: z.exactOptional(z.custom<SteamId>((value) => typeof value === 'string' && isSteamId(value))),
  }),
})

/** An incomplete answer, with the data that is needed to end it with an error. */
export type OpenAnswer = z.output<typeof openAnswerSchema>

/** The list of incomplete answers. */
export interface OpenAnswers {
  /** Adds an answer at once; never throws. The returned function is to be called when the answer is complete. */
  add(answer: OpenAnswer): () => void
}

/** Formats an answer as text; its task is reduced to the fields that are needed to end the answer. */
export const formatOpenAnswer = (answer: OpenAnswer): string => JSON.stringify(openAnswerSchema.parse(answer))

/** Parses a stored answer; undefined if a version of the program with other fields stored it. */
export function parseOpenAnswer(text: string): OpenAnswer | undefined {
  return openAnswerSchema.safeParse(JSON.parse(text)).data
}
