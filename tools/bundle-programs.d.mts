/** Bundles programs with the packages that they use; `src/main.ts` becomes `src/main.js` in the target, which is `dist` by default. */
export function bundlePrograms(root: string, entries: string[], target?: string): Promise<void>
