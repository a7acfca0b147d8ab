import { expect, test } from 'vitest'
import { parseBlocks } from '../src/render/parse-blocks.ts'

const plain = (text: string) => [{ type: 'text', text, source: text }]
const lines = (text: string) => ({ type: 'lines', parts: plain(text) })
const list = (...items: unknown[]) => ({ type: 'list', start: undefined, items })
const item = (text: string, ...below: unknown[]) => ({ parts: plain(text), below })

test.each([
  ['one\ntwo', [lines('one\ntwo')]],
  [
    '# One\n## Two\n### Three\n#### four',
    [
      { type: 'heading', level: 1, parts: plain('One') },
      { type: 'heading', level: 2, parts: plain('Two') },
      { type: 'heading', level: 3, parts: plain('Three') },
      lines('#### four'),
    ],
  ],
  ['above\n-# small\nbelow', [lines('above'), { type: 'subtext', parts: plain('small') }, lines('below')]],
  ['> a\n> b\nc', [{ type: 'quote', blocks: [lines('a\nb')] }, lines('c')]],
  ['>>> a\nb', [{ type: 'quote', blocks: [lines('a\nb')] }]],
  ['- a\n  - b\n- c', [list(item('a', list(item('b'))), item('c'))]],
  ['7. a\n8. b', [{ type: 'list', start: 7, items: [item('a'), item('b')] }]],
  ['#none\n-none\n- ', [lines('#none\n-none\n- ')]],
])('%j is parsed into its blocks', (text, blocks) => {
  expect(parseBlocks(text)).toEqual(blocks)
})

test('lines in a code block stay as they are', () => {
  const source = '```js\n# one\n- two\n```'
  expect(parseBlocks(`a\n${source}`)).toEqual([
    { type: 'lines', parts: [...plain('a\n'), { type: 'codeBlock', language: 'js', text: '# one\n- two', source }] },
  ])
})
