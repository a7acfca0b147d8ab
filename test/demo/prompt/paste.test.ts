import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { joinPastedLines } from '../../../demo/prompt/paste.ts'

const paste = (pasted: string) => `\u001B[200~${pasted}\u001B[201~`

/** The keys that the prompt reads from these chunks. */
async function keysOf(...chunks: (string | Buffer)[]): Promise<string> {
  const input = new PassThrough()
  const keys = joinPastedLines(input)
  for (const chunk of chunks) input.write(chunk)
  input.end()
  return await text(keys)
}

test.each([
  [['/lookup raider\r'], '/lookup raider\r'],
  [['a\tb\u001B[A\u001B'], 'a\tb\u001B[A\u001B'],
  [[`/batch ${paste('raider\rjoe\r\nbob\tx')}\r`], '/batch raider joe bob x\r'],
  [[paste('a\rb'), '\r', paste('c\rd')], 'a b\rc d'],
  [['\u001B[200~a\r', 'b\r', 'c\u001B[201~\r'], 'a b c\r'],
  [['\u001B[200~a\rb\u001B[2', '01~\r'], 'a b\r'],
  [['\u001B[200~a\u001B', '[201~\r'], 'a\r'],
])('the chunks %j', async (chunks, keys) => {
  expect(await keysOf(...chunks)).toBe(keys)
})

test('a character that is split between two chunks', async () => {
  const bytes = Buffer.from('ä')
  expect(await keysOf(bytes.subarray(0, 1), bytes.subarray(1))).toBe('ä')
})

test('raw mode is passed on to the terminal', () => {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  })
  joinPastedLines(input).setRawMode?.(true)
  expect(modes).toEqual([true])
})
