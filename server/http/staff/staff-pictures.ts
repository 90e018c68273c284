import { maxPictureBytes, uploadPicture } from '#server/contract/staff/pictures.ts'
import { uploadPicture as upload } from '#server/services/uploaded-pictures/upload-picture.ts'
import { invalidFields } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { schoolScope } from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

/** Base64 is a third longer than what it stands for. */
const maxBodyBytes = Math.ceil((maxPictureBytes * 4) / 3) + 1024

/** The endpoint that stores pictures for drafts. */
export function staffPictureEndpoints({ database, images, now }: ApiDependencies) {
  return [
    serveStaff(
      uploadPicture,
      async ({ input: { content }, staff }) => {
        // A member of a school without a school has nothing to propose.
        schoolScope(staff)
        const outcome = await upload(
          { database, images, now: now() },
          { bytes: Buffer.from(content, 'base64'), staff },
        )
        if (outcome.state === 'refused') throw invalidFields({ content: outcome.message })
        const { name, width, height } = outcome
        return { name, width, height }
      },
      { maxBodyBytes },
    ),
  ]
}
