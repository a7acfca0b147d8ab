import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Creates the encryption (AES-256-GCM) with a key derived from a secret (HKDF, SHA-256); each `purpose` gets a key of its own.
 * @example
 *   const seal = createTextSeal(secret, 'notes')
 *   seal.open('7', seal.seal('7', 'text')) // 'text'
 *   seal.open('8', seal.seal('7', 'text')) // undefined
 */
export function createTextSeal(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
  return {
    /** Encrypts a text; it can only be read again under the same name. */
    seal(name: string, text: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    /** Decrypts a text; undefined if it was sealed with another secret or under another name, or was changed. */
    open(name: string, sealed: Buffer): string | undefined {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(-TAG_BYTES)
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag)
      try {
        const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
