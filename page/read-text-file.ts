import { decodeText, type DecodedText } from '../src/text/decode-text.ts'

/** Size limit of a file with accounts, bytes. A `status` dump of 50,000 lines has about 3 MB. */
const MAX_BYTES = 10_000_000

/** Decodes a dropped or chosen file, in the encoding that suits it and the language of the browser; otherwise returns why that failed. */
export async function readTextFile(
  file: Pick<File, 'size' | 'arrayBuffer'>,
  locale: string,
): Promise<DecodedText | { problem: 'file_too_large' | 'file_not_text' }> {
  if (file.size > MAX_BYTES) return { problem: 'file_too_large' }
  // Folders can be dropped as well, and cannot be read.
  const data = await file.arrayBuffer().catch(() => null)
  return (data && decodeText(new Uint8Array(data), locale)) ?? { problem: 'file_not_text' }
}
