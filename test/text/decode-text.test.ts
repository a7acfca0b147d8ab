import { describe, expect, test } from 'vitest'
import { decodeText } from '../../src/text/decode-text.ts'
import { encodeAs } from '../support/encode.ts'

const TEXT = 'banid 76561198000010431 "Jürgen 小明 🐻" "" -1\r\n'
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each([
  ['UTF-8', 'utf-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte-order mark', 'utf-8', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16', 'utf-16le', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 with a byte-order mark', 'utf-16le', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['big-endian UTF-16', 'utf-16be', swapped(TEXT)],
  ['big-endian UTF-16 with a byte-order mark', 'utf-16be', swapped(`\uFEFF${TEXT}`)],
])('a file in %s is decoded without a guess', (_, encoding, bytes) => {
  expect(decodeText(bytes)).toEqual({ text: TEXT, encoding, isGuessed: false })
})

test('UTF-16 without a mark is recognised when it begins with a letter beyond ASCII', () => {
  const text = 'Иван Волк;76561198000010431;читер\r\n'
  expect(decodeText(Buffer.from(text, 'utf16le'))?.text).toBe(text)
  expect(decodeText(swapped(text))?.text).toBe(text)
})

/** Names and reasons of bans, by language; `windows` is the encoding in which programs of Windows write them. */
const LISTS = [
  {
    locale: 'de',
    windows: 'windows-1252',
    lines: ['Jürgen;grobe Beleidigung – Schimpfwörter', 'Müllmann;großer Betrüger', 'Jäger;Aimbot'],
  },
  {
    locale: 'en-US',
    windows: 'windows-1252',
    lines: ['Zoë;“aimbot”', 'it’s me;don’t unban', 'Noël;teaming – 2nd time'],
  },
  {
    locale: 'es-ES',
    windows: 'windows-1252',
    lines: ['Íñigo;hacía trampas, ¿otra vez?', 'El Niño;insultó al dueño', 'Peña;expulsión'],
  },
  {
    locale: 'es-419',
    windows: 'windows-1252',
    lines: ['Muñeco;uso de trucos', 'Ángel;está baneado', 'Raúl;racismo según reporte'],
  },
  {
    locale: 'fr',
    windows: 'windows-1252',
    lines: ['François;triche avérée', 'Zoé;déjà prévenu', 'Cœur;insultes envers l’équipe'],
  },
  {
    locale: 'pt-BR',
    windows: 'windows-1252',
    lines: ['João;não respeita as regras', 'Conceição;trapaça', 'Índio;você já foi avisado'],
  },
  {
    locale: 'ru',
    windows: 'windows-1251',
    lines: ['Иван;читер', 'Волк_77;причина: аимбот', 'Ёжик;ОСКОРБЛЕНИЕ админа'],
  },
  { locale: 'uk', windows: 'windows-1251', lines: ['Олексій;чітер, назавжди', 'Їжак;образи', 'Ґонта;гра з читами'] },
  {
    locale: 'cs',
    windows: 'windows-1250',
    lines: ['Černý kůň;podvádění', 'Jiří;urážky správce', 'Žižka;střílel přes zeď'],
  },
  { locale: 'pl', windows: 'windows-1250', lines: ['Łukasz;oszukiwał', 'Żółw;obraża graczy', 'Paweł;ban na tydzień'] },
  {
    locale: 'tr',
    windows: 'windows-1254',
    lines: ['Yağız;hile kullanıyor', 'Şahin;küfür etti', 'İbrahim;takım öldürme'],
  },
  { locale: 'zh-CN', windows: 'gbk', lines: ['小明;使用外挂', '玩家一号;辱骂管理员', '张三;开挂，永久封禁'] },
] as const

describe('three lines of names and reasons in an encoding of Windows are decoded', () => {
  const cases = LISTS.map(({ locale, windows, lines }) => {
    const text = lines.map((line, index) => `7656119800001043${index};${line}\r\n`).join('')
    return { locale, windows, text }
  })

  test.each(cases)('in the language of the server: $locale', ({ locale, windows, text }) => {
    expect(decodeText(encodeAs(text, windows), locale)).toEqual({ text, encoding: windows, isGuessed: true })
  })

  test.each(cases)('on a server with any other language, and with none: $locale', ({ windows, text }) => {
    const bytes = encodeAs(text, windows)
    const wrong = [...LISTS.map(({ locale }) => locale), undefined].filter(
      (locale) => decodeText(bytes, locale)?.text !== text,
    )
    expect(wrong).toEqual([])
  })
})

test('letters that several languages write are those of the language of the server', () => {
  const bytes = encodeAs('76561198000010431;kapı', 'windows-1254')
  expect(decodeText(bytes, 'tr')?.text).toContain('kapı')
  expect(decodeText(bytes, 'cs')?.text).toContain('kapý')
})

test('letters of several languages of the West are decoded together', () => {
  const text = 'Jäger\nFrançois\nJoão\nPeña\n'
  expect(decodeText(encodeAs(text, 'windows-1252'), 'en-US')?.text).toBe(text)
})

test('names that a tool has cut within a letter leave the others in UTF-8', () => {
  const bytes = Buffer.concat([
    Buffer.from('Иван Волк;читер\nПётр'),
    Buffer.from('ж').subarray(0, 1),
    Buffer.from(';читер\n'),
  ])
  expect(decodeText(bytes, 'ru')).toEqual({
    text: 'Иван Волк;читер\nПётр\uFFFD;читер\n',
    encoding: 'utf-8',
    isGuessed: true,
  })
  expect(decodeText(Buffer.concat([Buffer.from('\uFEFFa'), Buffer.of(0xfc)]))?.encoding).toBe('utf-8')
})

test.each([
  ['nothing', Buffer.alloc(0), ''],
  ['a letter', Buffer.from('a'), 'a'],
  ['the colours of a terminal in Windows-1252', Buffer.from('\u001b[31mü', 'latin1'), '\u001b[31mü'],
])('a file with %s is text', (_, bytes, text) => {
  expect(decodeText(bytes)?.text).toBe(text)
})

test.each([
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a program', Buffer.from('MZ\u0090\u0000\u0003')],
  ['a compressed file', Buffer.from('1f8b080000000000000003', 'hex')],
  ['control characters in it', Buffer.from('a\u0001\u00fc', 'latin1')],
  ['a NUL in it', Buffer.from('76561198000010431\0')],
  ['half a UTF-16 code unit', Buffer.from('\uFEFFa', 'utf16le').subarray(0, 3)],
])('a file with %s is not text', (_, bytes) => {
  expect(decodeText(bytes)).toBeNull()
})
