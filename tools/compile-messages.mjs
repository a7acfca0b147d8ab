// Compiles the messages of i18n/*.json to TypeScript. JavaScript, because it runs before anything is compiled and Node 20 runs no TypeScript.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { compileMessages } from './messages/compile.mjs'

/**
 * Compiles the messages of a project, and says what is wrong with them and what is missing. Returns whether nothing is wrong.
 * @param {string} root
 */
export function writeMessages(root) {
  const { errors, missing } = compileMessages(root)
  for (const { language, keys } of missing) {
    process.stdout.write(
      `i18n/${language}.json lacks ${keys.length} messages, which are shown in English: ${keys.join(', ')}\n`,
    )
  }
  for (const error of errors) process.stderr.write(`${error}\n`)
  return errors.length === 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!writeMessages(fileURLToPath(new URL('..', import.meta.url)))) process.exitCode = 1
}
