import type { ApiDependencies } from '../dependencies.ts'
import { createMemberTurns, memberWork } from './member-turns.ts'
import type { ServedStaffEndpoint } from './serve-staff.ts'
import { staffAuditEndpoints } from './audit.ts'
import { staffChangeEventEndpoints } from './change-events.ts'
import { staffContentEndpoints } from './content.ts'
import { staffCorrectionEndpoints } from './corrections.ts'
import { staffDraftPreviewEndpoints } from './draft-preview.ts'
import { staffDraftEndpoints } from './drafts.ts'
import { staffEventEndpoints } from './events.ts'
import { staffExportEndpoints } from './exports.ts'
import { staffFactCheckEndpoints } from './fact-checks.ts'
import { staffFactProposalEndpoints } from './fact-proposals.ts'
import { staffFactQueueEndpoints } from './fact-queue.ts'
import { staffGuestEndpoints } from './guests.ts'
import { staffImportEndpoints } from './imports.ts'
import { staffActEndpoints } from './acts.ts'
import { staffLeadBatchEndpoints } from './lead-batch.ts'
import { staffLeadDigestEndpoints } from './lead-digest.ts'
import { staffLeadEndpoints } from './leads.ts'
import { staffLoginEndpoints } from './login.ts'
import { staffMemberEndpoints } from './members.ts'
import { staffOpenDayEndpoints } from './open-days.ts'
import { staffOperationEndpoints } from './operations.ts'
import { staffPictureEndpoints } from './pictures.ts'
import { staffQuestionEndpoints } from './questions.ts'
import { staffSchoolFactEndpoints } from './school-facts.ts'
import { staffSchoolMergeEndpoints } from './school-merge.ts'
import { staffSearchEndpoints } from './search.ts'
import { staffSecondFactorEndpoints } from './second-factor.ts'
import { staffSessionEndpoints } from './sessions.ts'
import { staffTodayEndpoints } from './today.ts'
import { staffVisitorSessionEndpoints } from './visitor-sessions.ts'

/** All endpoints for staff. */
export function staffEndpoints(dependencies: ApiDependencies): ServedStaffEndpoint[] {
  const tables = createMemberTurns(memberWork)
  return [
    ...staffLoginEndpoints(dependencies),
    ...staffSessionEndpoints(dependencies),
    ...staffSecondFactorEndpoints(dependencies),
    ...staffTodayEndpoints(dependencies),
    ...staffSearchEndpoints(dependencies),
    ...staffLeadDigestEndpoints(dependencies),
    ...staffLeadEndpoints(dependencies),
    ...staffLeadBatchEndpoints(dependencies),
    ...staffActEndpoints(dependencies),
    ...staffVisitorSessionEndpoints(dependencies),
    ...staffQuestionEndpoints(dependencies),
    ...staffCorrectionEndpoints(dependencies),
    ...staffMemberEndpoints(dependencies),
    ...staffAuditEndpoints(dependencies),
    ...staffOpenDayEndpoints(dependencies),
    ...staffEventEndpoints(dependencies),
    ...staffChangeEventEndpoints(dependencies),
    ...staffExportEndpoints(dependencies, tables),
    ...staffImportEndpoints(dependencies, tables),
    ...staffOperationEndpoints(dependencies),
    ...staffGuestEndpoints(dependencies, tables),
    ...staffContentEndpoints(dependencies),
    ...staffDraftEndpoints(dependencies),
    ...staffDraftPreviewEndpoints(dependencies),
    ...staffPictureEndpoints(dependencies),
    ...staffSchoolMergeEndpoints(dependencies),
    ...staffSchoolFactEndpoints(dependencies),
    ...staffFactQueueEndpoints(dependencies),
    ...staffFactProposalEndpoints(dependencies),
    ...staffFactCheckEndpoints(dependencies),
  ]
}
