import { startPage } from './start-page.tsx'

startPage({ title: 'Simulated Discord' })
