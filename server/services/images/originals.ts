import { drawSamplePicture, isPictureKind } from '#server/sample/sample-pictures.ts'
import type { ImageStore } from './store.ts'

const sample = /^sample-([a-z]+)-([a-z0-9-]{1,60})$/

/** The name of a drawn sample among the originals. */
export function sampleName(kind: string, seed: string): string {
  return `sample-${kind}-${seed}`
}

/** The originals of served pictures: the operator's by hash, drawn samples by `sampleName`. */
export function originals(images: Pick<ImageStore, 'get'>): Pick<ImageStore, 'get'> {
  return {
    async get(name) {
      const [found, kind = '', seed = ''] = sample.exec(name) ?? []
      if (found === undefined) return images.get(name)
      return isPictureKind(kind) ? Buffer.from(await drawSamplePicture(kind, seed)) : undefined
    },
  }
}
