import { z } from 'zod'
import { staffEndpoint } from './staff-endpoint.ts'

/** Size of a picture that a page uploads; a whole form may have 20 MB. */
export const maxPictureBytes = 15 * 1024 * 1024

/**
 * Stores a picture for a draft, with the checks of an import: type by content, size, dimensions. It is encoded anew, upright and
 * without place, camera or any other metadata. Deleted when no draft names it for some days. Refused as field `file`.
 */
export const uploadPicture = staffEndpoint({
  method: 'POST',
  path: '/api/staff/pictures',
  summary: '上传图片',
  right: 'content.propose',
  input: z.object({
    file: z
      .file('请选择图片')
      .min(1, '文件是空的')
      .max(maxPictureBytes, `图片最大 ${maxPictureBytes / 1024 / 1024} MB`),
  }),
  data: z.object({
    /** Its name as a cell of a file names it. */
    name: z.string(),
    /** Size in pixels. */
    width: z.int(),
    height: z.int(),
  }),
})
