import { open } from 'node:fs/promises'

const CHUNK_BYTES = 1024 * 1024

/** Whether a file contains one of these byte sequences; each has at least one byte. */
export async function fileContains(path: string, patterns: readonly Buffer[]): Promise<boolean> {
  const overlap = Math.max(...patterns.map(({ length }) => length)) - 1
  const buffer = Buffer.alloc(overlap + CHUNK_BYTES)
  const file = await open(path, 'r')
  try {
    // The end of a chunk is kept, since a sequence may continue in the next one.
    for (let kept = 0; ;) {
      const { bytesRead } = await file.read(buffer, kept, CHUNK_BYTES)
      if (bytesRead === 0) return false
      const filled = buffer.subarray(0, kept + bytesRead)
      if (patterns.some((pattern) => filled.includes(pattern))) return true
      kept = Math.min(overlap, filled.length)
      buffer.copyWithin(0, filled.length - kept, filled.length)
    }
  } finally {
    await file.close()
  }
}
