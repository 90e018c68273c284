/** A JSON value encrypted with this device's key. */
export type EncryptedJson = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

const algorithm = 'AES-GCM'

/** Generates this device's AES key: not extractable by scripts, storable in IndexedDB. */
export function generateKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Encrypts a JSON value with AES-GCM and a fresh 96-bit nonce. */
export async function encryptJson(key: CryptoKey, value: unknown): Promise<EncryptedJson> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { iv, data: await crypto.subtle.encrypt({ name: algorithm, iv }, key, text) }
}

/** Decrypts a value of `encryptJson`; the caller checks its type. @throws DOMException for one of another key. */
export async function decryptJson(key: CryptoKey, { iv, data }: EncryptedJson): Promise<unknown> {
  const text = await crypto.subtle.decrypt({ name: algorithm, iv }, key, data)
  return JSON.parse(new TextDecoder().decode(text))
}

/** A new idempotency key of one submission: 128 random bits in hexadecimal. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
