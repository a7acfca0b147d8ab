import { createHash } from 'node:crypto'

/** 132 bits in base64url: within Discord's limit of 25 characters for a nonce. */
const NONCE_CHARACTERS = 22

/** A hash of JSON values that identify a message, by which Discord sends it once. */
export function toNonce(identity: unknown): string {
  return createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, NONCE_CHARACTERS)
}
