import type { en } from './en.ts'

/** Every text that users read, in one language. The caller passes names and subjects as literal Markdown. */
export type Texts = typeof en
