import type { Client, RESTPostAPIApplicationCommandsJSONBody } from 'discord.js'
import type { CommandList } from './command.ts'

type Definitions = { [Kind in 'slash' | 'message']: Pick<CommandList[Kind][number], 'data'>[] }

/** The command definitions with Discord's defaults made explicit, so that they compare equal to the deployed ones. */
export function definitionsOf({ slash, message }: Definitions): RESTPostAPIApplicationCommandsJSONBody[] {
  return [...slash, ...message].map(({ data }) => ({ ...data, nsfw: false }))
}

/** Registers the commands with Discord unless exactly these are registered; returns whether it did. */
export async function deployCommands(
  client: Client<true>,
  definitions: RESTPostAPIApplicationCommandsJSONBody[],
): Promise<boolean> {
  const { commands } = client.application
  // Drops the undefined fields that builders leave; discord.js would compare them as different.
  const wanted = JSON.parse(JSON.stringify(definitions)) as typeof definitions
  const deployed = await commands.fetch({ withLocalizations: true })
  const isDeployed = (definition: RESTPostAPIApplicationCommandsJSONBody) =>
    deployed.some((command) => command.equals(definition as Parameters<typeof command.equals>[0], true))
  if (deployed.size === wanted.length && wanted.every(isDeployed)) return false
  await commands.set(wanted)
  return true
}
