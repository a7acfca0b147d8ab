import type { en } from './en.ts'

/** Every text that users of the bot read, in one language; includes the texts about accounts. The caller escapes names and subjects for Markdown. */
export type Texts = typeof en
