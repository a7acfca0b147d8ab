import type { PolicyTerms } from '../../model/policy.ts'
import { findProfiles } from '../../accounts/find-profiles.ts'
import { previewTerms } from '../preview-terms.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Invocation } from './command.ts'
import type { NamedPreview } from './policy-preview.ts'

/** Previews terms for the server of a command, with the names of the accounts that the preview shows. */
export async function namedPreview(invocation: Invocation, terms: PolicyTerms): Promise<NamedPreview> {
  const { context, callContext } = invocation
  const preview = await previewTerms(context, actorOf(invocation).guildId, terms)
  const shown = [...preview.joins.newlyRefused, ...preview.watchList.newlyRefused].map(({ steamId }) => steamId)
  const profiles = await findProfiles(context, shown, callContext)
  return { ...preview, names: new Map([...profiles].map(([steamId, { name }]) => [steamId, name])) }
}
