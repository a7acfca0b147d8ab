// Compiles the messages of i18n/*.json to TypeScript. JavaScript, because it runs before anything is compiled and Node 20 runs no TypeScript.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { compileMessages } from './messages/compile.mjs'

/**
 * Compiles the messages of a project, and says what is wrong with them and how many are missing. Returns whether nothing is wrong.
 * @param {string} root
 * @param {string} [listed] the language whose missing messages are listed
 */
export function writeMessages(root, listed) {
  const { errors, missing } = compileMessages(root)
  for (const { language, keys } of missing) {
    const which = language === listed ? keys.map((key) => `\n  ${key}`).join('') : ` ${countAreas(keys)}`
    process.stdout.write(`i18n/${language}.json lacks ${keys.length} messages, which are shown in English:${which}\n`)
  }
  for (const error of errors) process.stderr.write(`${error}\n`)
  return errors.length === 0
}

/**
 * The number of keys in each area: `bot (3), watch (12)`.
 * @param {string[]} keys
 */
function countAreas(keys) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const [area = ''] of keys.map((key) => key.split('.'))) counts.set(area, (counts.get(area) ?? 0) + 1)
  return [...counts].map(([area, count]) => `${area} (${count})`).join(', ')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isDone = writeMessages(fileURLToPath(new URL('..', import.meta.url)), process.argv[2])
  if (isDone) process.stdout.write('Nothing is wrong with the other messages; they are compiled.\n')
  else process.exitCode = 1
}
