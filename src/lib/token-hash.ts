import { hash } from 'node:crypto'

/** The SHA-256 of a token as hexadecimal digits. Only this hash is stored and compared. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')
