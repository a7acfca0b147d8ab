// Bundles the demo's page of the simulated Discord into dist/sim-page.
import { join } from 'node:path'
import { buildPage } from '../sim-discord/build-page.mjs'

/**
 * @param {string} root the project's root
 * @param {string} target the folder of the built page, which is emptied first
 */
export const buildDemoPage = (root, target = join(root, 'dist/sim-page')) =>
  buildPage(target, {
    script: join(root, 'sim/demo/page/main.tsx'),
    style: join(root, 'sim/demo/page/page.css'),
    icon: join(root, 'page/icon.svg'),
  })
