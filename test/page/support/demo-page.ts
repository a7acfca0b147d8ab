import { inject } from 'vitest'
import type { PageState } from '../../../packages/sim-discord/src/index.ts'
import { startFakeDiscordPage } from '../../../packages/sim-discord/test/page/fake-page.ts'
import type { PanelState } from '../../../demo/panel/panel-protocol.ts'

/** The panel of a demo where nothing has happened. */
export const PANEL: PanelState = {
  steam: 'up',
  now: 1_760_000_000,
  players: [{ account: 'raider', about: 'a cheater' }],
  game: { isChecking: false, failureMode: 0 },
  notes: [],
}

/** Serves the demo's page with a state and events of the test. */
export const startFakeDemoPage = (changes: Partial<PageState> = {}) =>
  startFakeDiscordPage({ panel: PANEL, ...changes }, inject('demoPageFolder'))
