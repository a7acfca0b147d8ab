import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { createScreen } from '../../../demo/prompt/screen.ts'
import { createTerminal } from './terminal.ts'

/** A screen below earlier output. */
function open(rows = 10, columns = 20) {
  const terminal = createTerminal(columns, rows)
  const { input, output } = terminal
  output.write('before\r\n')
  const reader = createInterface({ input, output, terminal: true, prompt: 'you: ' })
  onTestFinished(() => reader.close())
  const screen = createScreen(output, reader)
  reader.prompt()
  return { ...terminal, ...screen, reader }
}

test('new lines replace the drawn ones', () => {
  const { draw, everything } = open()
  draw(['one', 'two', 'three'])
  expect(everything()).toBe('before\none\ntwo\nthree\nyou:')
  draw(['ONE'])
  expect(everything()).toBe('before\nONE\nyou:')
  draw([])
  expect(everything()).toBe('before\nyou:')
})

test('the input line and its cursor position stay', async () => {
  const { draw, everything, until, input } = open()
  draw(['one'])
  input.write('/lokup\u001B[D\u001B[D\u001B[D')
  await until(/lokup/)
  draw(['two', 'three'])
  input.write('o')
  await until(/lookup/)
  expect(everything()).toBe('before\ntwo\nthree\nyou: /lookup')
})

test.each(['typed', 'pasted'])('a long line that is %s takes only the rows it needs', async (how) => {
  const { draw, everything, until, input } = open()
  draw(['one'])
  const text = 'abcdefghijklmnopqrstuvwxyz'
  for (const piece of how === 'typed' ? text : [text]) input.write(piece)
  await until(/z$/)
  draw(['two', 'three'])
  draw(['four'])
  expect(everything()).toBe('before\nfour\nyou: abcdefghijklmno\npqrstuvwxyz')
})

test('an entered line is removed', async () => {
  const { draw, everything, until, enter, reader } = open()
  const lines: string[] = []
  reader.on('line', (line) => lines.push(line))
  draw(['one'])
  enter('short')
  enter('abcdefghijklmnopqrstuvwxyz')
  await expect.poll(() => lines).toEqual(['short', 'abcdefghijklmnopqrstuvwxyz'])
  await until(/you:$/)
  expect(everything()).toBe('before\none\nyou:')
  draw(['two'])
  expect(everything()).toBe('before\ntwo\nyou:')
})

test('the first lines can become permanent', () => {
  const { draw, everything } = open()
  draw(['one', 'two', 'three'])
  draw(['THREE'], 2)
  expect(everything()).toBe('before\none\ntwo\nTHREE\nyou:')
  draw(['four'])
  expect(everything()).toBe('before\none\ntwo\nfour\nyou:')
})

test('all lines that fit on the screen are replaced, also after lines have been entered', async () => {
  const { draw, everything, enter, until, room } = open(6)
  expect(room()).toBe(4)
  draw(['1', '2', '3', '4'])
  enter('x')
  await until(/you:$/)
  draw(['a', 'b', 'c', 'd'])
  expect(everything()).toBe('before\na\nb\nc\nd\nyou:')
})

test('all lines are drawn again if the first has scrolled off the screen', () => {
  const { draw, everything, screen } = open(4)
  draw(['1', '2', '3', '4', '5'])
  expect(screen()).toBe('3\n4\n5\nyou:')
  draw(['a', 'b'])
  expect(everything()).toBe('before\n1\n2\n3\n4\n5\na\nb\nyou:')
  draw(['c', 'd'])
  expect(everything()).toBe('before\n1\n2\n3\n4\n5\nc\nd\nyou:')
})

test('all lines are drawn again after a change of the terminal size', () => {
  const { draw, everything, resize } = open()
  draw(['one'])
  resize(30, 10)
  draw(['two'])
  expect(everything()).toBe('before\none\ntwo\nyou:')
  draw(['three'])
  expect(everything()).toBe('before\none\nthree\nyou:')
})

test('a line that is too wide is cut to one row', () => {
  const { draw, everything } = open()
  draw(['abcdefghijklmnopqrstuvwxyz', 'two'])
  draw(['one'])
  expect(everything()).toBe('before\none\nyou:')
})

test('other output appears above the drawn lines', async () => {
  const { draw, write, everything, input, until } = open()
  draw(['one', 'two'])
  input.write('typing')
  await until(/typing$/)
  write('WARN: something\n  that goes on, for longer than a row has room\n')
  expect(everything()).toBe(
    'before\nWARN: something\n  that goes on, for\nlonger than a row ha\ns room\none\ntwo\nyou: typing',
  )
  draw(['three'])
  expect(everything()).toMatch(/s room\nthree\nyou: typing$/)
})

test('other output appears below lines that have scrolled off the screen', () => {
  const { draw, write, everything } = open(4)
  draw(['1', '2', '3', '4'])
  write('WARN\n')
  draw(['a'], 3)
  expect(everything()).toBe('before\n1\n2\n3\n4\nWARN\na\nyou:')
})

test('draws nothing after it is closed', () => {
  const { draw, write, everything, reader } = open()
  draw(['one'])
  reader.close()
  draw(['two'])
  write('late\n')
  expect(everything()).toBe('before\none\nyou:')
})
