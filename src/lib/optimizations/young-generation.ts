import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's young generation small while the packages are loaded; to be called before they are loaded. Otherwise the young generation
 * grows to 32 MB and stays so even if the service is idle afterwards. An idle bot takes 118 MB of resident memory with this, and 132 MB
 * without it. The flag does not change the processor time of a request.
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Lets the young generation grow with the load, once everything is loaded; 2 is V8's default factor. */
export function letYoungGenerationGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
}
