import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTest } from '../support/folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = ['README.md', 'docs/admins/install.md']
const CLONE = 'git clone https://github.com/OWNER/rapsheet.git'

/** Lines that run here, in the order of the pages. */
const RUN_HERE = [
  CLONE,
  'cd rapsheet',
  'cp .env.example .env',
  'chmod 600 .env',
  'npm run demo',
  'npm run build',
  'npm run check:setup',
  'npm start',
  'npm run backup -- before.sqlite',
  'npm run backup -- carried.sqlite',
  'git log -1 --format=%h',
  `node -p "crypto.randomBytes(32).toString('base64url')"`,
]
/** Lines that cannot run here, with the reason. */
const NOT_HERE: [line: RegExp, why: string][] = [
  [/^sudo |\| sudo /, 'needs root'],
  [/^docker /, 'needs Docker'],
  [/^journalctl /, 'needs the unit in systemd'],
  [/^npm ci\b/, 'needs the registry; the copy is given the packages of this repository'],
  [/^git (pull|checkout) ?/, 'needs another version, and a branch, which a checkout for tests may lack'],
  [/^curl /, 'needs a service at a fixed address'],
  [/^ssh /, 'needs another machine'],
  [/^winget /, 'needs Windows'],
  [/^npm test$/, 'runs this'],
]
/** Programs that run until they are ended, and one that misses a key: what they write if they work. */
const WRITES: Record<string, RegExp> = {
  'npm run demo': /http:\/\/127\.0\.0\.1:\d+/,
  'npm run check:setup': /^wrong +key +STEAM_API_KEY is not set/m,
  'npm start': /listening on/,
}

/** How a command inside of a sentence begins; other code in sentences is no command. */
const PROGRAMS = /^(chmod|cp|curl|docker|git|npm|ssh|sudo|winget) /

/**
 * The shell lines of a page, in its order: those of shell blocks, without comments, where a line that goes on in the next
 * one is one; and commands inside of sentences.
 */
function shellLines(page: string): string[] {
  const code = readFileSync(join(ROOT, page), 'utf8').matchAll(/^( *)```(\w*)\n([^]*?)^\1```$|`([^`\n]+)`/gm)
  return [...code].flatMap(([, , language, block = '', inline = '']) => {
    if (language === undefined) return PROGRAMS.test(inline) && !inline.endsWith('…') ? [inline] : []
    if (language !== 'sh') return []
    return block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+#.*/, '').trim())
      .filter((line) => line !== '')
  })
}

/** Runs a line; resolves with its exit code, or with 0 once it has written what is expected. */
async function run(line: string, cwd: string): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, HTTP_PORT: '0' }
  const shell = spawn('sh', ['-c', line], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let works = false
  const read = (text: string) => {
    output += text
    if (works || shell.pid === undefined || WRITES[line]?.test(output) !== true) return
    works = true
    process.kill(-shell.pid)
  }
  shell.stdout.setEncoding('utf8').on('data', read)
  shell.stderr.setEncoding('utf8').on('data', read)
  const [code] = (await once(shell, 'close')) as [number | null]
  return { code: works ? 0 : (code ?? 1), output }
}

test('each shell line of README.md and docs/admins/install.md runs here, or is named with the reason why not', () => {
  const lines = PAGES.flatMap(shellLines)
  const unnamed = lines.filter((line) => !RUN_HERE.includes(line) && !NOT_HERE.some(([not]) => not.test(line)))
  expect(unnamed).toEqual([])
  expect(RUN_HERE.filter((line) => !lines.includes(line))).toEqual([])
  expect(NOT_HERE.filter(([not]) => !lines.some((line) => not.test(line)))).toEqual([])
})

test('the shell lines that can run here do, one after the other, in a clone', { timeout: 240_000 }, async () => {
  const folder = folderForTest()
  const clone = join(folder, 'rapsheet')
  for (const line of new Set(PAGES.flatMap(shellLines).filter((text) => RUN_HERE.includes(text)))) {
    if (line === 'cd rapsheet') continue
    // Without a token of Discord nothing has created a database yet.
    if (line.startsWith('npm run backup')) await run('npm run migrate', clone)
    const shown = line === CLONE ? `git clone -q "${ROOT}" rapsheet` : line
    const { code, output } = await run(shown, line === CLONE ? folder : clone)
    expect({ line, code, output: code === 0 ? '' : output }).toEqual({ line, code: 0, output: '' })
    if (line === CLONE) symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  }
})
