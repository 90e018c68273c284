import { drawPicture, isPictureKind } from '#server/sample/pictures/pictures.ts'
import type { ImageStore } from './store.ts'

const sample = /^sample-([a-z]+)-([a-z0-9-]{1,60})$/

/** What a drawn sample is made of, as `originals` knows it. */
export function sampleName(kind: string, seed: string): string {
  return `sample-${kind}-${seed}`
}

/** What served pictures are made of: the operator's by their hash, drawn samples by `sampleName`. */
export function originals(images: Pick<ImageStore, 'get'>): Pick<ImageStore, 'get'> {
  return {
    async get(name) {
      const [found, kind = '', seed = ''] = sample.exec(name) ?? []
      if (found === undefined) return images.get(name)
      return isPictureKind(kind) ? Buffer.from(drawPicture(kind, seed)) : undefined
    },
  }
}
