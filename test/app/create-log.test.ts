import { expect, test } from 'vitest'
import { createLog } from '../../src/app/create-log.ts'

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/

/** What a log writes for a warning and for an error, with times replaced. */
async function written(options: Partial<Parameters<typeof createLog>[0]>): Promise<string> {
  let output = ''
  const log = await createLog({
    level: 'info',
    format: 'text',
    hideSecrets: (text) => text.replaceAll('hunter2', '[secret]'),
    isJournal: false,
    hasColours: false,
    output: { write: (text) => (output += text) },
    ...options,
  })
  log.warn({ token: 'main\nserver', key: 'hunter2' }, 'a request')
  const error = new Error('broken')
  error.stack = 'Error: broken\n    at first\n    at second'
  log.error({ err: error }, 'a bug')
  log.debug('not shown')
  return output.replaceAll(new RegExp(TIME, 'g'), 'TIME')
}

test('text has one line for each event and its stack below it, with an ISO time and without secrets', async () => {
  const [warning, error, ...stack] = (await written({})).split('\n')
  expect(warning).toBe(String.raw`[TIME] WARN: a request {"token":"main\nserver","key":"[secret]"}`)
  expect(error?.trimEnd()).toBe('[TIME] ERROR: a bug')
  expect(stack.join('\n')).toMatch(/^ {4}err: \{\n[^]*Error: broken\n +at first\n +at second\n +\}\n$/)
})

test('in the journal each line begins with its priority, also those of a stack', async () => {
  const marked = await written({ isJournal: true })
  expect(marked.replaceAll(/^<3>/gm, '').replace('<4>', '')).toBe(await written({}))
  expect(marked.split('\n').map((line) => line.slice(0, 3))).toEqual(['<4>', ...Array(9).fill('<3>'), ''])
})

test('JSON has numeric levels and ISO times, and in the journal the priority before it', async () => {
  const line = { level: 40, time: 'TIME', token: 'main\nserver', key: '[secret]', msg: 'a request' }
  const [plain = ''] = (await written({ format: 'json' })).split('\n')
  expect(JSON.parse(plain)).toEqual({ ...line, pid: process.pid, hostname: expect.any(String) })
  expect(await written({ format: 'json', isJournal: true })).toMatch(`<4>${plain}\n<3>{`)
})
