import { startPage } from '../../../packages/sim-discord/src/page/view/index.ts'
import { WorldPanel } from './world-panel.tsx'

startPage({ title: 'Rapsheet demo', beside: 'alerts', panel: { name: 'Simulated world', View: WorldPanel } })
