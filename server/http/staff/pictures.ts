import { maxPictureBytes, uploadPicture } from '#server/contract/staff/pictures.ts'
import { refusalByStart, uploadPicture as upload } from '#server/services/media/uploads/upload-picture.ts'
import { codes } from '#server/contract/codes.ts'
import { BusyError } from '#server/services/media/images/picture-work.ts'
import { createWindowCounter } from '#server/services/limits/window-counter.ts'
import { invalidFields, retryLater, tooMany } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { createMemberTurns, type MemberTurns } from './member-turns.ts'
import { schoolScope } from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

/** With the head of the file. */
const maxBodyBytes = maxPictureBytes + 4096

/** Pictures of one member within an hour: galleries of several schools. */
const uploadRate = { limit: 120, windowMs: 60 * 60_000 }

/** The endpoint that stores pictures for drafts. */
export function staffPictureEndpoints({ database, images, now, onRefused }: ApiDependencies) {
  // A process of its own works on pictures, so they take no part of this one's time.
  const turns = createMemberTurns()
  const rate = createWindowCounter({ ...uploadRate, now, onRefused: () => onRefused?.('upload') })
  /** Counted before the body is read, which takes longer than a refusal. */
  const inTurn: MemberTurns = (member, task) =>
    turns(member, async () => {
      const counted = rate.consume([{ key: String(member), allowanceFactor: 1 }])
      if (!counted.allowed) throw tooMany(counted.retryAfter, '您一小时内上传的图片太多')
      return task()
    })
  return [
    serveStaff(
      uploadPicture,
      async ({ input: { file }, staff }) => {
        // A member of a school without a school has nothing to propose.
        schoolScope(staff)
        const given = { bytes: Buffer.from(await file.arrayBuffer()), staff }
        const outcome = await upload({ database, images, now: now() }, given).catch((error: unknown) => {
          if (error instanceof BusyError)
            throw retryLater(codes.notNow, 10, { message: '现在上传图片的人太多，请过一会儿再试' })
          throw error
        })
        if (outcome.state === 'refused') throw invalidFields({ file: outcome.message })
        const { name, width, height } = outcome
        return { name, width, height }
      },
      { maxBodyBytes, inTurn, judge: refusalByStart },
    ),
  ]
}
