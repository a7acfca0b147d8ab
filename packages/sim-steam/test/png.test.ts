import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPng, PNG_SIGNATURE } from '../src/png.ts'

test.each([1, 32, 64, 184, 256])('a picture of %i pixels is a valid PNG', (size) => {
  const png = createPng('somebody', size)
  expect(png.subarray(0, 8)).toEqual(PNG_SIGNATURE)
  const chunks = parseChunks(png)
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
  for (const { typeAndData, checksum } of chunks) expect(checksum).toBe(crc32(typeAndData))

  const [header, palette, pixels] = chunks.map(({ data }) => data)
  expect([header?.readUInt32BE(0), header?.readUInt32BE(4)]).toEqual([size, size])
  // Eight bits, a palette, nothing interlaced.
  expect([...(header?.subarray(8) ?? [])]).toEqual([8, 3, 0, 0, 0])
  expect(palette).toHaveLength(6)
  expect(inflateSync(pixels ?? Buffer.alloc(0))).toHaveLength((size + 1) * size)
})

function parseChunks(png: Buffer): { type: string; data: Buffer; typeAndData: Buffer; checksum: number }[] {
  const chunks = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const end = at + 8 + png.readUInt32BE(at)
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, end),
      typeAndData: png.subarray(at + 4, end),
      checksum: png.readUInt32BE(end),
    })
  }
  return chunks
}
