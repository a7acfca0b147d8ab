/** Size limit of a file with accounts, bytes. A `status` dump of 50,000 lines has about 3 MB. */
const MAX_BYTES = 10_000_000

/** Reads a dropped or chosen file as text in UTF-8, or in UTF-16 as Windows writes it; otherwise returns why that failed. */
export async function readTextFile(
  file: Pick<File, 'size' | 'arrayBuffer'>,
): Promise<{ text: string } | { problem: 'file_too_large' | 'file_not_text' }> {
  if (file.size > MAX_BYTES) return { problem: 'file_too_large' }
  // Folders can be dropped as well, and cannot be read.
  const data = await file.arrayBuffer().catch(() => null)
  if (!data) return { problem: 'file_not_text' }
  const [first, second] = new Uint8Array(data)
  const isUtf16 = first === 0xff && second === 0xfe
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(data)
  return text.includes('\0') ? { problem: 'file_not_text' } : { text }
}
