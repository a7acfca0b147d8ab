import { expect, test } from 'vitest'
import { drawMessage } from '../../../demo/prompt/drawing.ts'

const plain = (columns = 60) => ({ columns, hasColours: false })
const draw = (text: string, columns?: number) => drawMessage('#1', text, plain(columns)).slice(1)

const LOOKUP = [
  '┃ [#d83c3e]',
  '┃ ⛔ Roof Raider',
  '┃ `76561198000010431` · profile (https://steamcommunity.com/profiles/76561198000010431)',
  '[1 👥 Friends] [2 📢 Post in channel]',
  '👁 Only you can see this',
].join('\n')

test('a message is drawn below its title, without the parts that do not fit a terminal', () => {
  expect(drawMessage('#1 /lookup raider', LOOKUP, plain())).toEqual([
    '#1 /lookup raider',
    '┃ ⛔ Roof Raider',
    '┃ `76561198000010431` · profile',
    '[1 👥 Friends] [2 📢 Post in channel]',
    '👁 Only you can see this',
  ])
})

test('the bar has the colour of the message', () => {
  const lines = drawMessage('#1', LOOKUP, { columns: 60, hasColours: true })
  expect(lines[0]).toBe('\u001B[1m#1\u001B[m')
  expect(lines[1]).toBe('\u001B[38;5;167m┃\u001B[m ⛔ Roof Raider')
  expect(lines[3]).toBe('\u001B[1m[1 👥 Friends] [2 📢 Post in channel]\u001B[m')
})

test('long lines are wrapped, also next to the bar', () => {
  expect(draw('┃ Kills 952 · Deaths 748', 14)).toEqual(['┃ Kills 952 ·', '┃ Deaths 748'])
  expect(draw('one two three', 8)).toEqual(['one two', 'three'])
  expect(drawMessage('#1 /lookup raider', '', plain(10))).toEqual(['#1 /lookup', 'raider', ''])
})

test('buttons are not wrapped', () => {
  expect(draw('[1 👥 Friends] [2 📢 Post in channel] [🔗 Terms of use]', 26)).toEqual([
    '[1 👥 Friends]',
    '[2 📢 Post in channel]',
    '[🔗 Terms of use]',
  ])
})

test('control characters in a name do not reach the terminal', () => {
  expect(drawMessage('#1 \u001B[2J', '┃ a\u001B[31mb\u0007\u009B2J\rc\u001B]0;d\u0007\ne', plain())).toEqual([
    '#1 [2J',
    '┃ a[31mb2Jc]0;d',
    'e',
  ])
})
