/** The encodings in which a text may be. Those after UTF-16 have no mark and are recognised by what the text spells. */
export const ENCODINGS = [
  ...(['utf-8', 'utf-16le', 'utf-16be'] as const),
  ...(['windows-1250', 'windows-1251', 'windows-1252', 'windows-1254', 'gbk'] as const),
] as const
export type Encoding = (typeof ENCODINGS)[number]

export interface DecodedText {
  text: string
  encoding: Encoding
  /** Whether the bytes are also a text in other encodings, so that a person should look at its letters. */
  isGuessed: boolean
}

/** All candidates decode this many bytes in a few milliseconds. */
const SAMPLE_BYTES = 64 * 1024
const NUL = /\0/
/** Texts from a terminal contain escape characters. */
const CONTROL_CHARACTER = new RegExp(String.raw`[^\P{Cc}\s\x1B]`, 'u')
/** ASCII characters and common signs, which say nothing about the language. */
const NEUTRAL = String.raw`\0-\x7F\xA0«»‘’‚“”„–—…•€™©®°·§`
/** The characters from 0x80 to 0x9F in Windows-1252, which Node 20 decodes as Latin-1. */
const WESTERN_SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ'

/** Encodings with the beginnings of the locales that use them, and a pattern of what texts in their languages do not contain. */
const CANDIDATES: readonly [encoding: Encoding, locales: RegExp, unlikely: () => RegExp][] = [
  ['utf-8', /^$/, () => /\uFFFD/g],
  ['windows-1252', /^(?:en|de)/, () => notLatin('äéöüß')],
  ['windows-1252', /^fr/, () => notLatin('àâçèéêëîïôöùûüœ')],
  ['windows-1252', /^es/, () => notLatin('áéíñóúü¡¿')],
  ['windows-1252', /^pt/, () => notLatin('àáâãçéêíóôõúü')],
  ['windows-1251', /^(?:ru|uk)/, notCyrillic],
  ['windows-1254', /^tr/, () => notLatin('âçğıİîöşüû')],
  ['windows-1250', /^cs/, () => notLatin('áčďéěíňóřšťúůýž')],
  ['windows-1250', /^pl/, () => notLatin('ąćęłńóśźż')],
  ['gbk', /^zh/, () => new RegExp(`[^${NEUTRAL}${commonChinese()}]`, 'gu')],
]

/**
 * Decodes a text in UTF-8 or UTF-16, with or without a byte-order mark, or in an encoding of Windows, in which spreadsheet programs write;
 * null for a file that is not text. `locale` is that of the people who gave it. 32 MiB take a few hundred milliseconds.
 */
export function decodeText(bytes: Uint8Array, locale = ''): DecodedText | null {
  const unicode = findUtf16(bytes) ?? 'utf-8'
  const valid = decodeValid(bytes, unicode)
  if (valid === null && unicode !== 'utf-8') return null
  const isGuessed = valid === null
  const encoding = isGuessed ? guessEncoding(bytes, locale) : unicode
  const text = valid ?? decodeAs(bytes, encoding)
  // Any bytes are a text in UTF-16 or in an encoding of Windows, also those of a program.
  const notText = !isGuessed && encoding === 'utf-8' ? NUL : CONTROL_CHARACTER
  return notText.test(text) ? null : { text, encoding, isGuessed }
}

/** Decodes bytes. Those that the encoding does not have become U+FFFD, or throw if `fatal`. */
export function decodeAs(bytes: Uint8Array, encoding: Encoding, fatal = false): string {
  const text = new TextDecoder(encoding, { fatal }).decode(bytes)
  if (encoding !== 'windows-1252') return text
  return text.replaceAll(/[\x80-\x9F]/g, (sign) => WESTERN_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign)
}

function decodeValid(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return decodeAs(bytes, encoding, true)
  } catch {
    return null
  }
}

/** UTF-16 has a byte-order mark, or a zero byte in each ASCII character, such as the digits of ids. */
function findUtf16(bytes: Uint8Array): Encoding | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 1024)
  const zerosAt = (parity: number) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (Math.max(even, odd) * 8 < sample.length || even === odd) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** The encoding with the smallest share of unlikely characters; of several, that of the locale, otherwise the first one. */
function guessEncoding(bytes: Uint8Array, locale: string): Encoding {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  const start = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - 1)
  const sample = bytes.subarray(start, start + SAMPLE_BYTES)
  const shares = CANDIDATES.map(([encoding, locales, unlikely]) => {
    const share = shareOf(decodeAs(sample, encoding), unlikely())
    return { encoding, isOwn: locales.test(locale), share }
  })
  const [best] = shares.toSorted((one, other) => one.share - other.share || Number(other.isOwn) - Number(one.isOwn))
  return best?.encoding ?? 'utf-8'
}

/** The share of the characters beyond ASCII that match. */
function shareOf(text: string, unlikely: RegExp): number {
  const count = (pattern: RegExp) => text.match(pattern)?.join('').length ?? 0
  return count(unlikely) / count(/[^\0-\x7F]/g)
}

/** Other letters than these, and words of two and more letters without an ASCII letter, which Latin languages hardly have. */
function notLatin(letters: string): RegExp {
  const other = `[^${NEUTRAL}]`
  const isWord = `(?<![A-Za-z]|${other})${other}{2,}(?![A-Za-z]|${other})`
  return new RegExp(`${isWord}|[^${NEUTRAL}${letters}]|(?<=[A-Za-z])[¡¿]`, 'giu')
}

/** Matches letters that Russian and Ukrainian do not have, Cyrillic letters next to Latin ones, and capital letters inside words. */
function notCyrillic(): RegExp {
  const mixed = '(?<=[A-Za-z])[№А-ї]|[А-ї](?=[A-Za-z])|(?<=[а-ї])[ЄІЇЁА-Я]'
  return new RegExp(`[^${NEUTRAL}№А-Яа-яЁёҐґЄєІіЇї]|${mixed}`, 'gu')
}

/** The signs and the frequent characters of GB 2312, which are nearly all of a text in simplified Chinese. */
function commonChinese(): string {
  const byteAt = (index: number) => (index % 2 === 0 ? Math.floor(index / 188) : (index >> 1) % 94)
  return new TextDecoder('gbk').decode(Uint8Array.from({ length: 55 * 188 }, (_, index) => 0xa1 + byteAt(index)))
}
