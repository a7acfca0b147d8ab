// Bundles the demo's page of the simulated Discord into dist/sim-page.
import { join } from 'node:path'
import { buildPage } from '../packages/sim-discord/build-page.mjs'

/**
 * @param {string} root the project's root
 * @param {string} target the folder of the built page, which is emptied first
 */
export const buildDemoPage = (root, target = join(root, 'dist/sim-page')) =>
  buildPage(target, {
    script: join(root, 'demo/panel/page/main.tsx'),
    style: join(root, 'demo/panel/page/page.css'),
    icon: join(root, 'page/icon.svg'),
  })
