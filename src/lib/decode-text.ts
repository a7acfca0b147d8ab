const NUL = /\0/
const CONTROL_CHARACTER = /[^\P{Cc}\s]/u
const STEP_BYTES = 256 * 1024

/** Decodes a file like `decodeTextInSteps`, without a pause. */
export function decodeText(bytes: Uint8Array): string | null {
  const steps = decodeTextInSteps(bytes)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * The text of a file in UTF-8 or UTF-16, with or without a byte-order mark, or in Windows-1252, in which spreadsheet programs may write; null
 * for a file that is not text. The caller can pause between two steps: 32 MiB take a few hundred milliseconds.
 */
export function* decodeTextInSteps(bytes: Uint8Array): Generator<undefined, string | null, undefined> {
  const utf16 = findUtf16(bytes)
  const text = yield* decode(utf16 ?? 'utf-8', bytes, NUL)
  // All bytes are valid in Windows-1252, also those of a picture.
  return text === null && utf16 === null ? yield* decode('windows-1252', bytes, CONTROL_CHARACTER) : text
}

/** Null for bytes that are invalid in the encoding, or for a text with a character that is not allowed. */
function* decode(
  encoding: string,
  bytes: Uint8Array,
  notAllowed: RegExp,
): Generator<undefined, string | null, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const parts: string[] = []
  for (let start = 0; start <= bytes.length; start += STEP_BYTES) {
    const part = decodePart(decoder, bytes.subarray(start, start + STEP_BYTES), start + STEP_BYTES <= bytes.length)
    if (part === null || notAllowed.test(part)) return null
    parts.push(part)
    yield
  }
  return parts.join('')
}

function decodePart(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, isFollowed: boolean): string | null {
  try {
    return decoder.decode(bytes, { stream: isFollowed })
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
