import { expect, test } from 'vitest'
import { decodeText } from '../../src/text/decode-text.ts'
import { spellingOf } from '../../src/text/spelling.ts'
import { encodeAs } from '../support/encode.ts'

const spellingIn = (bytes: Uint8Array, locale: string) => {
  const decoded = decodeText(bytes, locale) ?? expect.fail('not text')
  return spellingOf(decoded)
}

test('shows the first different words with letters beyond ASCII', () => {
  const text = '76561198000010431;Bob;читер\n76561198000023117;Иван_1;читер\n76561198000035820;Волк;мат'
  expect(spellingIn(encodeAs(text, 'windows-1251'), 'ru')).toEqual({
    encoding: 'Windows-1251',
    words: ['читер', 'Иван', 'Волк'],
  })
})

test('finds a word behind much other text, and shows a long one in pieces', () => {
  const text = `${'STEAM_0:1:7 Bob\n'.repeat(50_000)}${'玩家一号辱骂管理员'.repeat(3)}`
  expect(spellingIn(encodeAs(text, 'gbk'), 'zh-CN')).toEqual({
    encoding: 'GBK',
    words: ['玩家一号辱骂管理员玩家一号辱骂管理员玩家', '一号辱骂管理员'],
  })
})

test('shows the damaged words of a text in UTF-8', () => {
  const bytes = Buffer.concat([Buffer.from('Иван\nПёт'), Buffer.of(0xd1), Buffer.from('\nВолк\n')])
  expect(spellingIn(bytes, 'ru')).toEqual({ encoding: 'UTF-8', words: ['Пёт\uFFFD'] })
})

test.each([
  ['in UTF-8', Buffer.from('Иван')],
  ['whose only signs beyond ASCII are no letters', encodeAs('Bob – „cheater“ 5 €', 'windows-1252')],
])('shows nothing of a text %s', (_, bytes) => {
  expect(spellingIn(bytes, 'en')).toBeNull()
})
