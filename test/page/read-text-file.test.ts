import { expect, test } from 'vitest'
import { readTextFile } from '../../page/read-text-file.ts'

const fileOf = (data: Uint8Array<ArrayBuffer> | string) => new Blob([data])
const bytes = (...values: number[]) => new Uint8Array(values)

test('a text file in UTF-8 is read, with or without a byte order mark', async () => {
  expect(await readTextFile(fileOf('76561197960287930 „ü“'), 'en')).toMatchObject({ text: '76561197960287930 „ü“' })
  expect(await readTextFile(fileOf('\ufeffa,b'), 'en')).toMatchObject({ text: 'a,b' })
})

test('a text file in UTF-16, as Windows shells write it, is read', async () => {
  const data = new Uint8Array(Buffer.from('\ufeffSTEAM_0:1:7 ü', 'utf16le'))
  expect(await readTextFile(fileOf(data), 'en')).toMatchObject({ text: 'STEAM_0:1:7 ü' })
})

test('a name in an encoding of Windows is read in the language of the browser', async () => {
  const data = new Uint8Array([...Buffer.from('76561197960287930 kap'), 0xfd])
  expect(await readTextFile(fileOf(data), 'tr')).toMatchObject({ text: '76561197960287930 kapı' })
  expect(await readTextFile(fileOf(data), 'cs')).toMatchObject({ text: '76561197960287930 kapý' })
})

test('a binary file is not text, and neither is a folder', async () => {
  expect(await readTextFile(fileOf(bytes(0x89, 0x50, 0, 1)), 'en')).toEqual({ problem: 'file_not_text' })
  const folder = { size: 4_096, arrayBuffer: () => Promise.reject(new DOMException('no file', 'NotFoundError')) }
  expect(await readTextFile(folder, 'en')).toEqual({ problem: 'file_not_text' })
})

test('a file that is too large is not read', async () => {
  const arrayBuffer = () => Promise.reject(new Error('must not be read'))
  expect(await readTextFile({ size: 10_000_001, arrayBuffer }, 'en')).toEqual({ problem: 'file_too_large' })
})
