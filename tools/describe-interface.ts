import { loadSettings } from '../src/app/settings/read-settings.ts'
import { createToolRoutes } from '../src/app/open-tools.ts'
import { createDocsRoutes } from '../src/http/docs.ts'
import { createGameRoute } from '../src/policy/http/game.ts'
import { describeApi, type DescriptionOptions } from '../src/http/openapi.ts'
import { createOperationRoutes } from '../src/http/operator-routes.ts'
import type { AnyRoute } from '../src/http/route.ts'
import { routes } from '../src/accounts/http/routes.ts'
import { createVerdictRoutes } from '../src/policy/http/verdict-routes.ts'
import type { PolicyAccess } from '../src/policy/policies.ts'

/** The documented routes besides those of the document. Only those about accounts and verdicts work: the others have no state. */
export function documentedRoutes(policies: PolicyAccess): AnyRoute[] {
  const operation = createOperationRoutes(
    () => Promise.reject(new Error('not served')),
    () => Promise.reject(new Error('not served')),
  )
  const ofTools = createToolRoutes(undefined)
  return [...routes, ...createVerdictRoutes(policies), ...ofTools, ...operation, createGameRoute(policies)]
}

/** The OpenAPI document that a service with the default settings serves, without starting one. */
export function describeInterface({ hasApiTokens }: Pick<DescriptionOptions, 'hasApiTokens'>): object {
  const options = { hasApiTokens, costs: loadSettings({}).rateLimit.costs }
  // The routes are described and never called, so they need no policies.
  const served = documentedRoutes({} as PolicyAccess)
  const documents = createDocsRoutes(served, options).filter(({ summary }) => summary !== '')
  return describeApi([...served, ...documents], options)
}
