import { encode } from 'uqr'

/** A text as a QR code with its margin: an SVG path of the dark modules, in units of one module. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: modules.join(''), size }
}
