import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { DemoForMachines } from '../../demo/set-up/describe-for-machines.ts'
import { folderForTest } from '../support/folder.ts'
import { useProgram } from '../support/main-process.ts'
import { showAnswer } from './show-answer.ts'

const PAGES = ['http.md', 'errors.md'].map((name) => join(import.meta.dirname, '../../docs/tools', name))
/** A request, or variables for those below it, and the answer under it. */
const SHELL_BLOCK = /```sh\n([^]*?)```\n(?:\n```text\n[^]*?```\n)?/g

const program = await useProgram('demo/demo.ts')
cpSync(inject('demoPageFolder'), program.entryOf('sim-page'), { recursive: true })

/** Starts the demo for programs. */
async function startDemo(): Promise<DemoForMachines> {
  const demo = spawn(process.execPath, [program.entry, '--json'], {
    env: { HTTP_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(demo, 'close')
  onTestFinished(async () => {
    demo.kill()
    await closed
  })
  let written = ''
  for await (const part of demo.stdout.setEncoding('utf8')) {
    written += String(part)
    if (written.endsWith('\n')) return JSON.parse(written) as DemoForMachines
  }
  throw new Error('The demo has ended.')
}

/** Runs a request of the page until it ends, or until its stream has told everything; resolves with its output. */
async function runShell(script: string, options: { cwd: string; env: Record<string, string> }): Promise<string> {
  const shell = spawn('sh', ['-c', script], { ...options, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (/^event: current\n[^]*\n\n/m.test(output) && shell.pid !== undefined) process.kill(-shell.pid)
  })
  await once(shell, 'close')
  return output
}

test('docs/tools/http.md and errors.md show under every request the answer of the demo; to write them anew, run this test with --update', async () => {
  const { url, toolToken, policyToken } = await startDemo()
  const cwd = folderForTest()
  await writeFile(join(cwd, '.curlrc'), 'silent\nshow-error\nuser-agent = "docs/1.0 (me@example.org)"\n')
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, TOKEN: policyToken, TOOL_TOKEN: toolToken }
  let requests = 0
  for (const file of PAGES) {
    const page = await readFile(file, 'utf8')
    const [, list = ''] = /```text\n(banid [^`]*)```/.exec(page) ?? []
    await writeFile(join(cwd, 'bans.cfg'), list)
    const shown: string[] = []
    let variables = ''
    for (const [, script = ''] of page.matchAll(SHELL_BLOCK)) {
      const request = script.replaceAll('http://127.0.0.1:8080', url)
      if (!script.includes('curl ')) {
        variables += request
        shown.push(`\`\`\`sh\n${script}\`\`\`\n`)
        continue
      }
      const answer = showAnswer(await runShell(variables + request, { cwd, env }))
      shown.push(`\`\`\`sh\n${script}\`\`\`\n\n\`\`\`text\n${answer}\n\`\`\`\n`)
      requests += 1
    }
    await expect(page.replaceAll(SHELL_BLOCK, () => shown.shift() ?? '')).toMatchFileSnapshot(file)
  }
  expect(requests).toBeGreaterThan(7)
}, 90_000)
