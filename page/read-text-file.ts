/** Size limit of a file with accounts, bytes. A `status` dump of 50,000 lines has about 3 MB. */
const MAX_BYTES = 10_000_000

/** The text of a dropped or chosen file, or why it has none. */
export async function readTextFile(
  file: Pick<File, 'size' | 'text'>,
): Promise<{ text: string } | { problem: 'file_too_large' | 'file_not_text' }> {
  if (file.size > MAX_BYTES) return { problem: 'file_too_large' }
  const text = await file.text()
  return text.includes('\0') ? { problem: 'file_not_text' } : { text }
}
