/** The signature of each accepted media type, checked on the first bytes as Latin-1. No SVG, as it can run scripts. */
const SIGNATURES: Record<string, (start: string) => boolean> = {
  'image/png': (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (start) => start.startsWith('\xff\xd8\xff'),
  'image/gif': (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a'),
  'image/webp': (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
  'image/avif': (start) => start.startsWith('ftypavif', 4) || start.startsWith('ftypavis', 4),
}

/** The media types that the image proxy accepts. */
export const IMAGE_TYPES = Object.keys(SIGNATURES)

/** Bytes needed to check a signature. */
export const SIGNATURE_BYTES = 12

/** Whether the first bytes match the media type. */
export function hasSignatureOf(type: string, start: Buffer): boolean {
  return SIGNATURES[type]?.(start.toString('latin1', 0, SIGNATURE_BYTES)) ?? false
}
