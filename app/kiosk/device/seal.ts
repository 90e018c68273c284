/** A text that only this browser can read. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

const algorithm = 'AES-GCM'

/** A key of this device that no script can take out of it; it may be kept in IndexedDB as it is. */
export function makeKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Encrypts what JSON can say, under a fresh 96-bit nonce. */
export async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { iv, data: await crypto.subtle.encrypt({ name: algorithm, iv }, key, text) }
}

/** Reads what `seal` wrote, and is as it was then. @throws DOMException for one of another key. */
export async function unseal<Value>(key: CryptoKey, { iv, data }: Sealed): Promise<Value> {
  const text = await crypto.subtle.decrypt({ name: algorithm, iv }, key, data)
  const value: Value = JSON.parse(new TextDecoder().decode(text))
  return value
}

/** A fresh name for one submission: 128 random bits in hexadecimal. */
export function freshNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
