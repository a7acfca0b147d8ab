import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CLIENT_TYPES, generateClientTypes } from './client-types.ts'
import { describeInterface } from './describe-interface.ts'

// Writes the types of the client. test/client/api-types.slow.test.ts compares them with the document that the service serves.
const root = fileURLToPath(new URL('../..', import.meta.url))
const types = await generateClientTypes(root, describeInterface({ hasApiTokens: true }))
await writeFile(join(root, CLIENT_TYPES), types)
