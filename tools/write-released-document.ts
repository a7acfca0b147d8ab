import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VERSION } from '../src/app/version.ts'
import { describeInterface } from './describe-interface.ts'
import { RELEASED_DOCUMENT, withoutProse } from './released-document.ts'

// Writes the OpenAPI document of this release, with which test/http/changes.test.ts compares later documents. Run it at each release.
const root = fileURLToPath(new URL('../..', import.meta.url))
const document = { 'x-release': VERSION, ...withoutProse(describeInterface({ hasApiTokens: false })) }
await writeFile(join(root, RELEASED_DOCUMENT), `${JSON.stringify(document)}\n`)
