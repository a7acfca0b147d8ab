import { createDocsRoutes } from '../src/http/docs.ts'
import { createGameRoute } from '../src/policy/http/game.ts'
import { describeApi, type DescriptionOptions } from '../src/http/openapi.ts'
import { createOperationRoutes } from '../src/http/operator-routes.ts'
import { routes } from '../src/accounts/http/routes.ts'
import { createVerdictRoutes } from '../src/policy/http/verdict-routes.ts'
import type { PolicyAccess } from '../src/policy/policy-access.ts'

/** The OpenAPI document that a service serves, without starting one. */
export function describeInterface(options: DescriptionOptions): object {
  // The routes are described and never called, so they need no policies and no state.
  const policies = {} as PolicyAccess
  const operation = createOperationRoutes(
    () => Promise.reject(new Error('not served')),
    () => Promise.reject(new Error('not served')),
  )
  const served = [...routes, ...createVerdictRoutes(policies), ...operation, createGameRoute(policies)]
  const documents = createDocsRoutes(served, options).filter(({ summary }) => summary !== '')
  return describeApi([...served, ...documents], options)
}
