import type { en } from './en.ts'

/** Every text about accounts, in one language and without markup. The caller formats names, subjects and times for its target. */
export type AccountTexts = typeof en
