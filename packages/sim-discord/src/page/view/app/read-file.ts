import type { PageFile } from '../../protocol.ts'

/** A chosen file as a request takes it. */
export async function readFile(file: File): Promise<PageFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return { name: file.name, ...(file.type === '' ? {} : { contentType: file.type }), base64: btoa(binary) }
}
