import { Secret, TOTP } from 'otpauth'

/** Bytes of a secret: the length of an HMAC-SHA-1 key (RFC 4226 section 4). */
const secretBytes = 20
/** Steps of 30 seconds by which the member's clock may differ. */
const window = 1

/** Generates the secret of a second factor, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The address by which an authenticator adds a secret: `otpauth://totp/…`. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ issuer, label, secret }).toString()
}

/** The time step of a code that is right at a moment (RFC 6238); undefined for a wrong one. */
export function verifyTotp(secret: string, token: string, now: Date): number | undefined {
  const totp = new TOTP({ secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token, timestamp, window })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
