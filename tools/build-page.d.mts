import type { BuildOptions } from 'esbuild'

export function buildPage(root: string, target?: string): Promise<void>
export function optionsFor(root: string, target: string): BuildOptions & { metafile: true }
