const NUL = /\0/
const CONTROL_CHARACTER = /[^\P{Cc}\s]/u

/**
 * The text of a file in UTF-8 or UTF-16, with or without a byte-order mark, or in Windows-1252, in which spreadsheet programs may write; null
 * for a file that is not text. 32 MiB take a few hundred milliseconds.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const utf16 = findUtf16(bytes)
  const text = decode(utf16 ?? 'utf-8', bytes, NUL)
  // All bytes are valid in Windows-1252, also those of a picture.
  return text === null && utf16 === null ? decode('windows-1252', bytes, CONTROL_CHARACTER) : text
}

/** Null for bytes that are invalid in the encoding, or for a text with a character that is not allowed. */
function decode(encoding: string, bytes: Uint8Array, notAllowed: RegExp): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return notAllowed.test(text) ? null : text
  } catch {
    return null
  }
}

/** UTF-16 has a byte-order mark, or a zero byte in the ASCII character with which a list begins. */
function findUtf16([first, second]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return null
}
