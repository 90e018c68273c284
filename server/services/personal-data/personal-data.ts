import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Encryption of personal data: encrypted at rest, found by blind indexes, not readable without the key. */
export type PersonalData = {
  /** Id of the key; prefix of every value encrypted with it. */
  readonly keyId: string
  /** Encrypts one value (AES-256-GCM, fresh 96-bit nonce): `{key id}.{nonce}.{text and tag}` in base64url. */
  encrypt(clear: string): string
  /** Decrypts a value of `encrypt`. @throws Error for a value of another key, or a changed one. */
  decrypt(encrypted: string): string
  /** Blind index: HMAC under a key of its purpose, in hexadecimal; equal texts have equal indexes. */
  blindIndex(purpose: BlindIndexPurpose, text: string): string
  /**
   * The keys of indexes whose text only clients hold, encrypted for the next data key, so that repeated forms, likes
   * and tickets stay recognised.
   */
  retainedIndexKeys(next: PersonalData): string
}

/** Purposes of blind indexes; each has a key of its own. */
const blindIndexPurposes = [
  'phone',
  'code',
  'address',
  'limit',
  'clue-key',
  'clue-body',
  'question-key',
  'correction-key',
  'like',
  'event-tail',
  'ticket',
  'guest',
  'person',
  'check-in-body',
  'pairing',
  'log',
] as const
export type BlindIndexPurpose = (typeof blindIndexPurposes)[number]

/** Indexes that can be recomputed from their rows, or that expire soon. */
const recomputedIndexes: ReadonlySet<BlindIndexPurpose> = new Set([
  'phone',
  'event-tail',
  'guest',
  'person',
  'code',
  'address',
  'limit',
  'pairing',
  'log',
])

const retainedKeysSchema = z.array(z.tuple([z.enum(blindIndexPurposes), z.base64()]))
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/**
 * Reads a key of 32 bytes from base64, base64url or hexadecimal.
 * @throws Error for anything else.
 */
export function readDataKey(text: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== keyBytes)
    throw new Error('密钥不对：DATA_KEY 或 data-key 文件必须是 32 字节的 base64 或十六进制')
  return key
}

/** Id of a key: the first 8 characters of a SHA-256, which reveal nothing of the key. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('data-key').update(key).digest('hex').slice(0, 8)
}

/** Derives a key for one use. */
export function deriveKey(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `xuanxiao ${use}`, keyBytes))
}

/**
 * Creates the encryption of personal data under one key. `retained`: the result of `retainedIndexKeys` of the previous
 * key, if there was one.
 */
export function createPersonalData(key: Buffer, retained: string | null = null): PersonalData {
  const keyId = keyIdOf(key)
  const encryptionKey = deriveKey(key, 'seal')
  const indexKeys = new Map<BlindIndexPurpose, Buffer>()
  const indexKeyOf = (purpose: BlindIndexPurpose): Buffer => {
    const known = indexKeys.get(purpose) ?? deriveKey(key, `mark ${purpose}`)
    indexKeys.set(purpose, known)
    return known
  }
  const personal: PersonalData = {
    keyId,
    encrypt(clear) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
      const text = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${keyId}.${nonce.toString('base64url')}.${text.toString('base64url')}`
    },
    decrypt(encrypted) {
      const [id, nonce = '', text = ''] = encrypted.split('.')
      if (id !== keyId)
        throw new Error(`a value was sealed with the key ${id ?? ''}, this process has ${keyId}`)
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, Buffer.from(nonce, 'base64url'))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const clear = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
      return clear.toString('utf8')
    },
    blindIndex: (purpose, text) => createHmac('sha256', indexKeyOf(purpose)).update(text).digest('hex'),
    retainedIndexKeys: (next) =>
      next.encrypt(
        JSON.stringify(
          blindIndexPurposes
            .filter((purpose) => !recomputedIndexes.has(purpose))
            .map((purpose) => [purpose, indexKeyOf(purpose).toString('base64')]),
        ),
      ),
  }
  if (retained !== null) {
    for (const [purpose, base64] of retainedKeysSchema.parse(JSON.parse(personal.decrypt(retained)))) {
      indexKeys.set(purpose, Buffer.from(base64, 'base64'))
    }
  }
  return personal
}
