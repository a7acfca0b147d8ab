import { spawnSync } from 'node:child_process'

/** Makes a PNG smaller with `pngquant`, if that is installed. */
export function shrink(path: string): void {
  spawnSync('pngquant', ['--nofs', '--force', '--skip-if-larger', '--speed', '1', '--ext', '.png', path])
}
