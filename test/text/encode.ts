const utf16 = (text: string, isLittleEndian: boolean) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2 + 2))
  for (const [index, unit] of ['\uFEFF', ...text.split('')].entries())
    bytes.setUint16(index * 2, unit.charCodeAt(0), isLittleEndian)
  return new Uint8Array(bytes.buffer)
}

/** The bytes of each character that a code page has, from what the decoder makes of all bytes. */
function charactersOf(codePage: string): Map<string, number[]> {
  const decoder = new TextDecoder(codePage)
  const singles = Array.from({ length: 256 }, (_, byte) => [byte])
  const pairs =
    codePage === 'gbk' ? singles.slice(0x81).flatMap(([lead = 0]) => singles.map(([trail = 0]) => [lead, trail])) : []
  const characters = new Map<string, number[]>()
  for (const bytes of [...singles, ...pairs]) {
    const text = decoder.decode(new Uint8Array(bytes))
    if ([...text].length === 1 && text !== '\uFFFD' && !characters.has(text)) characters.set(text, bytes)
  }
  return characters
}
const codePages = new Map<string, Map<string, number[]>>()

/** Encodes a text in UTF-8, in UTF-16 with a mark, or in a code page; in UTF-8 if the code page does not have all of its characters. */
export function encode(text: string, encoding: string): Uint8Array {
  if (encoding.startsWith('utf-16')) return utf16(text, encoding === 'utf-16le')
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  const characters = codePages.get(encoding) ?? charactersOf(encoding)
  codePages.set(encoding, characters)
  const bytes = [...text].map((character) => characters.get(character))
  return bytes.every((each) => each !== undefined) ? new Uint8Array(bytes.flat()) : new TextEncoder().encode(text)
}
