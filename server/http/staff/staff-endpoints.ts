import type { ApiDependencies } from '../dependencies.ts'
import { createMemberTurns } from './member-turns.ts'
import type { ServedStaffEndpoint } from './serve-staff.ts'
import { staffAuditEndpoints } from './staff-audit.ts'
import { staffChangeEventEndpoints } from './staff-change-events.ts'
import { staffContentEndpoints } from './staff-content.ts'
import { staffCorrectionEndpoints } from './staff-corrections.ts'
import { staffDraftPreviewEndpoints } from './staff-draft-preview.ts'
import { staffDraftEndpoints } from './staff-drafts.ts'
import { staffEventEndpoints } from './staff-events.ts'
import { staffExportEndpoints } from './staff-exports.ts'
import { staffGuestEndpoints } from './staff-guests.ts'
import { staffImportEndpoints } from './staff-imports.ts'
import { staffLeadDigestEndpoints } from './staff-lead-digest.ts'
import { staffLeadEndpoints } from './staff-leads.ts'
import { staffLoginEndpoints } from './staff-login.ts'
import { staffMemberEndpoints } from './staff-members.ts'
import { staffOpenDayEndpoints } from './staff-open-days.ts'
import { staffOperationEndpoints } from './staff-operations.ts'
import { staffPictureEndpoints } from './staff-pictures.ts'
import { staffQuestionEndpoints } from './staff-questions.ts'
import { staffSchoolMergeEndpoints } from './staff-school-merge.ts'
import { staffSecondFactorEndpoints } from './staff-second-factor.ts'
import { staffSessionEndpoints } from './staff-sessions.ts'
import { staffTodayEndpoints } from './staff-today.ts'
import { staffVisitorSessionEndpoints } from './staff-visitor-sessions.ts'

/** All endpoints for staff. */
export function staffEndpoints(dependencies: ApiDependencies): ServedStaffEndpoint[] {
  const uploads = createMemberTurns()
  return [
    ...staffLoginEndpoints(dependencies),
    ...staffSessionEndpoints(dependencies),
    ...staffSecondFactorEndpoints(dependencies),
    ...staffTodayEndpoints(dependencies),
    ...staffLeadDigestEndpoints(dependencies),
    ...staffLeadEndpoints(dependencies),
    ...staffVisitorSessionEndpoints(dependencies),
    ...staffQuestionEndpoints(dependencies),
    ...staffCorrectionEndpoints(dependencies),
    ...staffMemberEndpoints(dependencies),
    ...staffAuditEndpoints(dependencies),
    ...staffOpenDayEndpoints(dependencies),
    ...staffEventEndpoints(dependencies),
    ...staffChangeEventEndpoints(dependencies),
    ...staffExportEndpoints(dependencies),
    ...staffImportEndpoints(dependencies, uploads),
    ...staffOperationEndpoints(dependencies),
    ...staffGuestEndpoints(dependencies, uploads),
    ...staffContentEndpoints(dependencies),
    ...staffDraftEndpoints(dependencies),
    ...staffDraftPreviewEndpoints(dependencies),
    ...staffPictureEndpoints(dependencies, uploads),
    ...staffSchoolMergeEndpoints(dependencies),
  ]
}
