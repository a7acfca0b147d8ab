import {
  ApplicationIntegrationType,
  InteractionContextType,
  type Client,
  type RESTPostAPIApplicationCommandsJSONBody,
} from 'discord.js'
import { copyJson } from '../lib/copy-json.ts'
import type { CommandList } from './command.ts'

type Definitions = { [Kind in 'slash' | 'message' | 'user']: Pick<CommandList[Kind][number], 'data' | 'isForUsers'>[] }

const EVERYWHERE = {
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
}

/**
 * The command definitions with Discord's defaults made explicit, so that they compare equal to the deployed definitions. With
 * `isForUsers`, commands that are for users too can be used everywhere.
 */
export const definitionsOf = (
  { slash, message, user }: Definitions,
  isForUsers = false,
): RESTPostAPIApplicationCommandsJSONBody[] =>
  [...slash, ...message, ...user].map((command) => ({
    ...command.data,
    ...(isForUsers && command.isForUsers ? EVERYWHERE : {}),
    nsfw: false,
  }))

/** Registers the commands with Discord unless the same commands are registered already; returns whether it registered them. */
export async function deployCommands(
  client: Client<true>,
  definitions: RESTPostAPIApplicationCommandsJSONBody[],
): Promise<boolean> {
  const { commands } = client.application
  // Removes the undefined fields of builders, which discord.js would treat as a difference.
  const wanted = copyJson(definitions)
  const deployed = await commands.fetch({ withLocalizations: true })
  const isDeployed = (definition: RESTPostAPIApplicationCommandsJSONBody) =>
    deployed.some((command) => command.equals(definition as Parameters<typeof command.equals>[0], true))
  if (deployed.size === wanted.length && wanted.every(isDeployed)) return false
  await commands.set(wanted)
  return true
}
