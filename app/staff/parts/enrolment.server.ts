import { encode } from 'uqr'
import type { Enrolment } from './enrolment-steps.tsx'

/** An enrolment with the QR code of its address. */
export function withQr({ secret, uri }: Pick<Enrolment, 'secret' | 'uri'>): Enrolment {
  return { secret, uri, qr: qrPath(uri) }
}

/**
 * The enrolment that a form carries while its code is entered again; undefined where it carries none. What counts is the
 * one that the API stored.
 */
export function postedEnrolment({
  secret = '',
  uri = '',
}: Readonly<Record<string, string>>): Enrolment | undefined {
  const isWhole = /^[A-Z2-7]{16,64}$/.test(secret) && /^otpauth:\/\/totp\/[\x21-\x7e]{1,400}$/.test(uri)
  return isWhole ? withQr({ secret, uri }) : undefined
}

/** A text as a QR code with its margin: an SVG path of the dark modules, in units of one module. */
function qrPath(text: string): Enrolment['qr'] {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: modules.join(''), size }
}
