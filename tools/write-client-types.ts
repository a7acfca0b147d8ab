import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDocsRoutes } from '../src/http/docs.ts'
import { createGameRoute } from '../src/policy/http/game.ts'
import { describeApi } from '../src/http/openapi.ts'
import { createOperationRoutes } from '../src/http/operator-routes.ts'
import { routes } from '../src/accounts/http/routes.ts'
import { createVerdictRoutes } from '../src/policy/http/verdict-routes.ts'
import type { PolicyAccess } from '../src/policy/policy-access.ts'
import { CLIENT_TYPES, generateClientTypes } from './client-types.ts'

// Writes the types of the client. test/client/api-types.slow.test.ts compares them with the document that the service serves.
const root = fileURLToPath(new URL('../..', import.meta.url))
const options = { hasApiTokens: true }
// The routes are described and never called, so they need no policies and no state.
const policies = {} as PolicyAccess
const operation = createOperationRoutes(
  () => Promise.reject(new Error('not served')),
  () => Promise.reject(new Error('not served')),
)
const served = [...routes, ...createVerdictRoutes(policies), ...operation, createGameRoute(policies)]
const documents = createDocsRoutes(served, options).filter(({ summary }) => summary !== '')
const types = await generateClientTypes(root, describeApi([...served, ...documents], options))
await writeFile(join(root, CLIENT_TYPES), types)
