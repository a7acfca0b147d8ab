import { expect } from 'vitest'
import { shownTexts } from '../../src/accounts/discord/message-text.ts'
import { readAccountsInMessage } from '../../src/text/account-list.ts'
import { isSteamId } from '../../src/model/steam-id.ts'

/** Fails unless *Check Steam accounts* finds every account whose id stands in a message with these components. */
export function expectReadable(components: unknown): void {
  const shown = JSON.stringify(components, (key, value: unknown) => (key === 'custom_id' ? undefined : value))
  const ids = (shown.match(/(?<!\d)\d{17}(?!\d)/g) ?? []).filter(isSteamId)
  const found = new Set([...shownTexts(components)].flatMap((text) => readAccountsInMessage(text).accounts))
  expect(ids.filter((id) => !found.has(id))).toEqual([])
}
