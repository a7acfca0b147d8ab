import { REST, Routes, SnowflakeUtil, type APIMessageTopLevelComponent } from 'discord.js'
import { z } from 'zod'
import { CommandError } from '../../discord/command-error.ts'
import { parseCustomId } from '../../discord/custom-id.ts'
import { isGone } from '../../discord/discord-errors.ts'
import { createDownloader, filesIn } from '../../discord/files.ts'
import { makeRequest } from '../../discord/bot-api.ts'
import type { OpenAnswer } from '../../discord/unfinished-answers.ts'
import type { CardContext } from './server-notes.ts'
import { renewBatch, findBatchFile, loadBatch } from './stored-batch.ts'
import type { ErrorWords } from '../../discord/error-words.ts'
import type { FindTexts } from '../../discord/texts/texts.ts'
import type { Texts } from './texts.ts'
import { withoutPost } from '../../discord/post.ts'
import { toEphemeralMessage, toMessage, type View } from '../../discord/view.ts'
import { batchView } from './views/batch-view.ts'

/** The flag of a message that still shows that the bot is thinking. */
const LOADING = 1 << 7

const messageSchema = z.looseObject({
  flags: z.int().default(0),
  edited_timestamp: z.string().nullish(),
  components: z.array(z.custom<APIMessageTopLevelComponent>()).default([]),
})

interface AnswerEnderOptions<T extends Texts> {
  apiUrl: string
  context: Pick<CardContext, 'newestBans' | 'notes'>
  texts: FindTexts<T>
  errors: Pick<ErrorWords<T>, 'view'>
}

/**
 * Creates a function that ends the answer of a killed process: an error replaces the shown progress, with *Try again* where that is
 * possible. A list of accounts keeps its results, with *Continue*. A complete answer is not changed. Rejects with Discord's error.
 */
export function createAnswerEnder<T extends Texts>({
  apiUrl,
  context,
  texts: findTexts,
  errors,
}: AnswerEnderOptions<T>) {
  const download = createDownloader(apiUrl)
  const rest = new REST({ api: apiUrl, version: '10', globalRequestsPerSecond: Number.POSITIVE_INFINITY, makeRequest })
  const edit = (route: ReturnType<typeof Routes.webhookMessage>, view: View) => {
    const { flags, components } = toMessage(view)
    const files = view.files ?? []
    const attachments = files.map(({ name: filename }, id) => ({ id, filename }))
    const body = { flags, components, attachments, allowed_mentions: { parse: [] } }
    return rest.patch(route, { auth: false, body, files })
  }
  return async (answer: OpenAnswer, now: number): Promise<'ended' | 'complete' | 'gone'> => {
    const { applicationId, token, requestId, task } = answer
    const route = Routes.webhookMessage(applicationId, token)
    try {
      const message = messageSchema.parse(await rest.get(route, { auth: false }))
      if (isComplete(message, requestId)) return 'complete'
      const texts = await findTexts(answer.locale)
      const files = filesIn(message.components)
      if (hasCancelButton(message) && findBatchFile(files)) {
        const { signal } = new AbortController()
        const loading = loadBatch(files, (file, maxKibibytes) => download(file, signal, maxKibibytes))
        const batch = await loading.catch((error: unknown) => {
          // The stored list cannot be loaded, so the message asks the user to repeat the command.
          if (error instanceof CommandError) return undefined
          throw error
        })
        if (batch) {
          const server = context.notes({
            guildId: answer.guildId,
            language: texts.language,
            now: Math.floor(now / 1_000),
          })
          const renewed = await renewBatch(context.newestBans, server, batch)
          // Without the accounts that a policy would refuse: the killed process showed only progress, which does not name them either.
          const notes = { ...server, refused: () => [] }
          const view = batchView(renewed, 0, texts, notes, texts.errorTitles.interrupted)
          await edit(route, answer.guildId === null ? withoutPost(view) : view)
          return 'ended'
        }
      }
      const error = new CommandError(task.retryId === undefined ? 'interrupted_change' : 'interrupted')
      const view = await errors.view(error, { requestId, guildId: answer.guildId, ...task }, now, texts)
      if (answer.isFollowUp) {
        const { flags, components } = toEphemeralMessage(view)
        const body = { flags: flags[0] | flags[1], components, allowed_mentions: { parse: [] } }
        await rest.post(Routes.webhook(applicationId, token), { auth: false, body })
      } else {
        await edit(route, view)
      }
      return 'ended'
    } catch (error) {
      if (isGone(error)) return 'gone'
      throw error
    }
  }
}

/** Whether a message is the final answer to an interaction: it was edited after the interaction, and shows no progress. */
function isComplete(message: z.output<typeof messageSchema>, interactionId: string): boolean {
  if ((message.flags & LOADING) !== 0 || hasCancelButton(message)) return false
  return Date.parse(message.edited_timestamp ?? '') >= SnowflakeUtil.timestampFrom(interactionId)
}

/** Whether a message has a Stop button. Only messages that show progress have this button. */
const hasCancelButton = (message: object) =>
  [...JSON.stringify(message).matchAll(/"custom_id":"([^"]*)"/g)].some(
    ([, customId = '']) => parseCustomId(customId)?.action === 'cancel',
  )
