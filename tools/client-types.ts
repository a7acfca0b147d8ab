import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The types of the client, from the project's root. */
export const CLIENT_TYPES = 'packages/client/src/api-types.ts'
// It needs TypeScript 5, which only this package has.
const GENERATOR = 'test/typed-client/node_modules/openapi-typescript/bin/cli.js'
const FLAGS = ['--root-types', '--root-types-no-schema-prefix', '--export-type']

/** Generates the types of the client from an OpenAPI document; `root` is the project's folder. */
export async function generateClientTypes(root: string, document: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rapsheet-types-'))
  const [from, to] = [join(folder, 'openapi.json'), join(folder, 'api-types.ts')]
  try {
    await writeFile(from, JSON.stringify(document))
    await promisify(execFile)(process.execPath, [join(root, GENERATOR), from, '--output', to, ...FLAGS])
    return await readFile(to, 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}
