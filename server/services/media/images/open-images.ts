import path from 'node:path'
import { createUpstreams, type Upstreams } from '../../upstream.ts'
import type { S3Config } from './s3-config.ts'
import { openS3Store } from './s3-store.ts'
import { openFolderStore, type ImageStore } from './store.ts'

/** Opens this site's picture store: a bucket when one is configured, else a folder of the data folder. */
export function openImages(
  { dataDir, s3 }: { dataDir: string; s3?: S3Config | undefined },
  upstreams: Upstreams = createUpstreams(),
): ImageStore {
  return s3 === undefined ? openFolderStore(path.join(dataDir, 'images')) : openS3Store(s3, upstreams)
}
