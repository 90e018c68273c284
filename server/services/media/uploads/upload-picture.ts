import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { countUploads, recordUpload } from '#server/db/staff/uploaded-pictures.ts'
import { cleanImage, isPictureFile } from '../images/inspect-image.ts'
import { pictureFaults } from '../images/picture-tasks.ts'
import { hashIn, type ImageStore } from '../images/store.ts'

/** Bound on the pictures of one member that nothing published names yet. */
const mostUnused = 1000

type Needs = { database: DatabaseConnection; images: ImageStore; now: Date }

/** A stored picture, or why the file is refused. */
type PictureUploaded =
  { state: 'stored'; name: string; width: number; height: number } | { state: 'refused'; message: string }

/** Why a file is refused by its first 256 bytes; undefined for one that may be a picture. */
export function refusalByStart(start: Buffer): string | undefined {
  return isPictureFile(start) ? undefined : `这个文件${pictureFaults.unknown}`
}

/** Stores a picture of a member for a draft, without its metadata, with a row of the access log. */
export async function uploadPicture(
  { database: { db }, images, now }: Needs,
  { bytes, staff }: { bytes: Buffer; staff: { id: number; name: string } },
): Promise<PictureUploaded> {
  const clean = await cleanImage(bytes, { always: true, client: `member ${staff.id}` })
  if (typeof clean === 'string') return { state: 'refused', message: `这个文件${pictureFaults[clean]}` }
  if ((await countUploads(db, staff.id)) >= mostUnused)
    return { state: 'refused', message: '您上传了很多还没有发布的图片，请先发布或放弃草稿，过几天再传' }
  const { name, width, height } = clean.image
  await db.transaction(async (tx) => {
    await recordUpload(tx, { hash: hashIn(name), staffId: staff.id, now })
    await noteAccess(tx, { staff, command: 'staff pictures upload', record: `picture:${name}`, rows: 1 })
  })
  await images.put(name, clean.bytes)
  return { state: 'stored', name, width, height }
}
