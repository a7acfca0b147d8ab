import type { en, ErrorText } from './en.ts'

/** Every text that users read, in one language. The caller passes names and subjects as literal Markdown. */
export type Texts = Omit<typeof en, 'errors'> & { errors: Record<keyof (typeof en)['errors'], ErrorText> }
