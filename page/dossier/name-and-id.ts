import { plainDisplayName } from '../../src/lib/visible-text.ts'
import type { PageTexts } from '../texts/page-texts.ts'

/** An account by its name and id, or by its id alone where the name is not known. */
export const formatNameAndId = (name: string | null, steamId: string, { accounts }: PageTexts) =>
  name === null ? steamId : `${plainDisplayName(name, accounts)} (${steamId})`
