/*
 * The parts of the simulated Discord that a page in a browser may import: how the client reads texts and times. Nothing here needs
 * Node; the rest is in `index.ts`.
 */
export { isHttp } from './limits/address.ts'
export { clientTexts } from './render/client-texts.ts'
export { showMention, type Reader } from './render/markdown.ts'
export { parseBlocks, type Block, type ListItem } from './render/parse-blocks.ts'
export type { Inline } from './render/parse-inline.ts'
export { formatTimestamp } from './render/timestamp.ts'
export { FLAG, OPTION } from './wire.ts'
