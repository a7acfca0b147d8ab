import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildPage } from '../tools/build-page.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built page. */
    pageFolder: string
  }
}

/** Builds the page once for all tests, away from `dist`, which a build may replace meanwhile. */
export default async function build(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'rapsheet-page-'))
  const pageFolder = join(folder, 'page')
  await buildPage(resolve(import.meta.dirname, '..'), pageFolder)
  project.provide('pageFolder', pageFolder)
  return () => rmSync(folder, { recursive: true, force: true })
}
