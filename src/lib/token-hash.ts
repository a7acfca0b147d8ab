import { hash } from 'node:crypto'

/** The SHA-256 of a token in hexadecimal digits, in place of which it is stored and compared. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')
