import { setFlagsFromString } from 'node:v8'

// Loading all packages makes V8 widen the space for new objects to its full 32 MB, which a service that then has little to do
// keeps. To be imported before anything else: evaluating this module holds the space small from here on.
setFlagsFromString('--semi-space-growth-factor=1')

/** Lets the space for new objects grow as work needs it, once everything is loaded; 2 is V8's own factor. */
export function letYoungGenerationGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
}
