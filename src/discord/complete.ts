import { type AutocompleteInteraction, PermissionFlagsBits } from 'discord.js'
import type { Choice, CommandList, Invocation } from './command.ts'
import { withoutRequest } from './discord-errors.ts'
import { permissionsOf, serverOf } from './place.ts'
import type { TaskRunnerOptions } from './run-task.ts'
import type { Texts } from './texts/texts.ts'

/** Discord's limit. */
const MAX_CHOICES = 25

type CompletionOptions<Context, T extends Texts> = Pick<TaskRunnerOptions<Context, T>, 'context' | 'texts' | 'log'> & {
  commands: CommandList<Invocation<Context, T>>
}

/** Answers what a user types into an option with the choices of its command: none for a user without the permission. Never rejects. */
export async function complete<Context, T extends Texts>(
  options: CompletionOptions<Context, T>,
  interaction: AutocompleteInteraction,
): Promise<void> {
  try {
    await interaction.respond(await findChoices(options, interaction))
  } catch (error) {
    // The user types on, and Discord asks again.
    options.log.debug({ requestId: interaction.id, err: withoutRequest(error) }, 'could not offer choices')
  }
}

async function findChoices<Context, T extends Texts>(
  { commands, context, texts }: CompletionOptions<Context, T>,
  interaction: AutocompleteInteraction,
): Promise<Choice[]> {
  const { commandName, options } = interaction
  const completion = commands.slash.find(({ data }) => data.name === commandName)?.completionOf?.(options)
  const guildId = serverOf(interaction)
  const isAllowed = completion && permissionsOf(interaction)?.has(PermissionFlagsBits[completion.permission])
  if (guildId === null || !isAllowed) return []
  const asked: Pick<Invocation<Context, T>, 'context' | 'texts'> = { context, texts: await texts(interaction.locale) }
  return (await completion.choices(options.getFocused(), { ...asked, guildId })).slice(0, MAX_CHOICES)
}
