/**
 * Compiles the catalogues of a project to `i18n/compiled`. Returns the mistakes in the catalogues, after which nothing was written, and the
 * messages that languages lack.
 */
export function compileMessages(root: string): { errors: string[]; missing: { language: string; keys: string[] }[] }
