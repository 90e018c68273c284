import jsQr from 'jsqr'
import sharp from 'sharp'

/** What a camera reads in a picture of a QR code; undefined when it reads none. */
export async function readQr(picture: Uint8Array, width = 200): Promise<string | undefined> {
  const seen = sharp(picture).resize(width).ensureAlpha().raw()
  const { data, info } = await seen.toBuffer({ resolveWithObject: true })
  return jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data
}
