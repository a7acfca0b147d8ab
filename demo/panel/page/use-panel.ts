import { useApp } from '../../../packages/sim-discord/src/page/view/index.ts'
import type { PanelRequest, PanelState } from '../panel-protocol.ts'

/** What the panel shows, and the function that sends its requests. */
export function usePanel(): { panel: PanelState; ask: (request: PanelRequest) => void } {
  const { page, actions } = useApp()
  // The server of the demo sends the state of its panel.
  return { panel: page.panel as PanelState, ask: actions.ask }
}
