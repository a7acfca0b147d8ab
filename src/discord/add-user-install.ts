import { ApplicationIntegrationType, DiscordAPIError, OAuth2Scopes, Routes, type Client } from 'discord.js'
import type { Logger } from 'pino'
import { z } from 'zod'

/** What the app asks for when a user adds it to their own account. */
export const USER_INSTALL = { scopes: [OAuth2Scopes.ApplicationsCommands], permissions: '0' }

const applicationSchema = z.object({ integration_types_config: z.record(z.string(), z.unknown()).nullish() })

const UNAUTHORIZED = 401

/**
 * Allows users to add the app to their own accounts, unless the app's settings at Discord allow that already; everything else in these
 * settings stays as it is. Returns whether users may add the app: if Discord refuses the change, logs what the operator has to do.
 */
export async function addUserInstall(client: Client<true>, log: Logger): Promise<boolean> {
  const { integration_types_config: found } = applicationSchema.parse(
    await client.rest.get(Routes.currentApplication()),
  )
  if (found && ApplicationIntegrationType.UserInstall in found) return true
  const config = {
    // Without any setting, an app can be added to servers; it stays so.
    ...(found && Object.keys(found).length > 0 ? found : { [ApplicationIntegrationType.GuildInstall]: {} }),
    [ApplicationIntegrationType.UserInstall]: { oauth2_install_params: USER_INSTALL },
  }
  try {
    await client.rest.patch(Routes.currentApplication(), { body: { integration_types_config: config } })
    log.info('users may now add the bot to their own accounts: the app at Discord was changed')
    return true
  } catch (error) {
    if (!(error instanceof DiscordAPIError) || error.status === UNAUTHORIZED || error.status >= 500) throw error
    log.warn({ reason: error.message }, REFUSED)
    return false
  }
}

const REFUSED =
  'Discord did not allow that users add the bot to their own accounts, so USER_INSTALL has no effect yet: at https://discord.com/developers/applications, Installation, tick User Install with the scope applications.commands, and restart'
