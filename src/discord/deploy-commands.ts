import type { Client, RESTPostAPIApplicationCommandsJSONBody } from 'discord.js'

/** Writes the commands to Discord unless they are there already, exactly as given; tells whether it had to. */
export async function deployCommands(
  client: Client<true>,
  definitions: RESTPostAPIApplicationCommandsJSONBody[],
): Promise<boolean> {
  const { commands } = client.application
  // Builders leave fields undefined, which discord.js takes for a difference.
  const wanted = JSON.parse(JSON.stringify(definitions)) as typeof definitions
  const deployed = await commands.fetch({ withLocalizations: true })
  const isThere = (definition: RESTPostAPIApplicationCommandsJSONBody) =>
    deployed.some((command) => command.equals(definition as Parameters<typeof command.equals>[0], true))
  if (deployed.size === wanted.length && wanted.every(isThere)) return false
  await commands.set(wanted)
  return true
}
