import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

const background: Colour = [32, 34, 40]
const inks: readonly Colour[] = [
  [205, 65, 43],
  [230, 140, 40],
  [215, 190, 80],
  [110, 170, 90],
  [70, 160, 160],
  [85, 130, 200],
  [150, 110, 190],
  [190, 100, 140],
]

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A square PNG with a mirrored 5 × 5 pattern, determined by the text. */
export function createPng(text: string, size: number): Buffer {
  const digest = createHash('sha256').update(text).digest()
  const ink = inks[(digest[0] ?? 0) % inks.length] ?? background
  const isInk = (column: number, row: number): boolean => {
    if (column < 0 || column > 4 || row < 0 || row > 4) return false
    return ((digest[1 + row * 3 + Math.min(column, 4 - column)] ?? 0) & 1) === 1
  }
  // Six cells: the pattern, and half a cell of margin on each side.
  const cell = (position: number): number => Math.floor((position * 6) / size - 0.5)

  const rows = Buffer.alloc((size + 1) * size)
  for (let y = 0; y < size; y++) {
    // A row begins with its filter byte, 0 for none; a pixel is an index into the palette.
    for (let x = 0; x < size; x++) rows[y * (size + 1) + 1 + x] = isInk(cell(x), cell(y)) ? 1 : 0
  }

  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...background, ...ink])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
