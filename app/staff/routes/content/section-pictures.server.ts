import { maxPictureBytes, uploadPicture } from '#server/contract/staff/pictures.ts'
import type { ContentKind } from '#server/contract/staff/content.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import type { StaffApi } from '../../access/staff-api.server.ts'
import type { ContentField } from './content-texts.ts'

type Cells = Readonly<Record<string, string>>

/** Stores the pictures that a form brought; their names by column, and why others are refused. */
export async function storePictures(
  api: StaffApi,
  files: ReadonlyMap<string, File>,
): Promise<{ uploaded: Cells; faults: Cells }> {
  const uploaded: Record<string, string> = {}
  const faults: Record<string, string> = {}
  for (const [column, file] of files) {
    if (file.size > maxPictureBytes) {
      faults[column] = `图片最大 ${maxPictureBytes / 1024 / 1024} MB，请缩小以后再传`
      continue
    }
    const reply = await api.send(uploadPicture, { file }, { timeout: 60_000 })
    if (reply.ok) uploaded[column] = reply.data.name
    else faults[column] = problemOf(reply).fields['file'] ?? reply.message
  }
  return { uploaded, faults }
}

/** Kinds whose pictures stand beside a title that says the same, and columns of pictures that only decorate. */
const decorated: readonly string[] = ['banners', 'promotions']
const decorations: readonly string[] = ['logo', 'portrait']

/** Which new pictures lack the words for people who do not see them. */
export function missingWords(
  uploaded: Cells,
  { kind, fields, cells }: { kind: ContentKind; fields: readonly ContentField[]; cells: Cells },
): Cells {
  if (decorated.includes(kind)) return {}
  const missing = Object.keys(uploaded)
    .filter((column) => !decorations.includes(column))
    .map((column) => `${column}_alt`)
    .filter((column) => fields.some(({ name }) => name === column) && (cells[column] ?? '').trim() === '')
  return Object.fromEntries(missing.map((column) => [column, '请写这张图片里有什么，看不到图片的人靠它知道']))
}
