import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildPage as buildDiscordPage } from '../packages/sim-discord/build-page.mjs'
import { buildDemoPage } from '../tools/build-demo-page.mjs'
import { buildPage } from '../tools/build-page.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built page. */
    pageFolder: string
    /** The folder of the built page of the simulated Discord. */
    discordPageFolder: string
    /** The folder of the demo's page of the simulated Discord. */
    demoPageFolder: string
  }
}

/** Builds the pages once for all tests, away from `dist`, which a build may replace meanwhile. */
export default async function build(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'rapsheet-page-'))
  const pageFolder = join(folder, 'page')
  const discordPageFolder = join(folder, 'discord')
  const demoPageFolder = join(folder, 'demo')
  const root = resolve(import.meta.dirname, '..')
  await Promise.all([
    buildPage(root, pageFolder),
    buildDiscordPage(discordPageFolder),
    buildDemoPage(root, demoPageFolder),
  ])
  project.provide('pageFolder', pageFolder)
  project.provide('discordPageFolder', discordPageFolder)
  project.provide('demoPageFolder', demoPageFolder)
  return () => rmSync(folder, { recursive: true, force: true })
}
