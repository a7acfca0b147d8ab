import { decodeAs, type Encoding } from '../../src/text/decode-text.ts'

type ByteEncoding = Exclude<Encoding, `utf-${string}`>

/** The bytes of each character of the encodings that were asked for. */
const tables = new Map<ByteEncoding, Map<string, number[]>>()

/** The bytes of a text in any encoding, UTF-16 with a mark; in UTF-8 if the encoding does not have all of its characters. */
export function encodeOrUtf8(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  try {
    return encodeAs(text, encoding)
  } catch {
    return Buffer.from(text)
  }
}

/** The bytes of a text in an encoding of Windows; throws for a character that the encoding does not have. */
export function encodeAs(text: string, encoding: ByteEncoding): Buffer {
  const table = tables.get(encoding) ?? createTable(encoding)
  tables.set(encoding, table)
  return Buffer.from(
    Array.from(text).flatMap((character) => {
      const bytes = table.get(character)
      if (!bytes) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}

function createTable(encoding: ByteEncoding): Map<string, number[]> {
  const bytes = Array.from({ length: 0x100 }, (_, byte) => byte)
  const leads = bytes.filter((byte) => encoding === 'gbk' && byte > 0x80 && byte < 0xff)
  const codes = [
    ...bytes.map((byte) => [byte]),
    ...leads.flatMap((lead) => bytes.slice(0x40).map((byte) => [lead, byte])),
  ]
  const decoded = codes.map((code) => [decodeAs(Uint8Array.from(code), encoding), code] as const)
  return new Map(decoded.filter(([text]) => Array.from(text).length === 1 && text !== '\uFFFD').toReversed())
}
