import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderForTest, useFolder } from './folder.ts'

/** The token of the policy files of these tests. */
export const FILE_TOKEN = 'a-token-of-a-file-0123456789'

/** Writes a policy file: a text, or a policy with the token and a rule. */
function writePolicyFile(path: string, content: object | string = {}): void {
  const policy = { name: 'main', token: FILE_TOKEN, rules: { maxVacBans: 0 }, ...(content as object) }
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(policy), { mode: 0o600 })
}

/** Writes a policy file into a folder of its own; `write` replaces its content. */
export function policyFileForTest(policy: object = {}) {
  const path = join(folderForTest(), 'policy.json')
  const write = (content: object | string) => writePolicyFile(path, content)
  write(policy)
  return { path, write }
}

/** Writes a policy file for the tests of a file; returns its path. */
export function usePolicyFile(policy: object = {}): string {
  const path = join(useFolder(), 'policy.json')
  writePolicyFile(path, policy)
  return path
}
