const ascii = (text: string) => Buffer.from(text, 'latin1')

/** The signatures of each accepted media type: bytes at offsets, any of the lists. No SVG, as it can run scripts. */
const SIGNATURES: Record<string, { at: number; bytes: Buffer }[][]> = {
  'image/png': [[{ at: 0, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) }]],
  'image/jpeg': [[{ at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) }]],
  'image/gif': [[{ at: 0, bytes: ascii('GIF87a') }], [{ at: 0, bytes: ascii('GIF89a') }]],
  'image/webp': [
    [
      { at: 0, bytes: ascii('RIFF') },
      { at: 8, bytes: ascii('WEBP') },
    ],
  ],
  'image/avif': [[{ at: 4, bytes: ascii('ftypavif') }], [{ at: 4, bytes: ascii('ftypavis') }]],
}

/** The media types that the image proxy accepts. */
export const IMAGE_TYPES = Object.keys(SIGNATURES)

/** Bytes needed to check a signature. */
export const SIGNATURE_BYTES = 12

/** Whether the first bytes match the media type. */
export function hasSignatureOf(type: string, start: Buffer): boolean {
  const isAt = ({ at, bytes }: { at: number; bytes: Buffer }) => start.subarray(at, at + bytes.length).equals(bytes)
  return (SIGNATURES[type] ?? []).some((signature) => signature.every(isAt))
}
