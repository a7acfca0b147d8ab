import type { en } from './en.ts'

/** Every text that users read, in one language. The caller escapes names and subjects for Markdown. */
export type Texts = typeof en
