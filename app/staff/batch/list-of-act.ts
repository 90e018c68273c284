import type { UndoableAct } from '#server/contract/staff/acts/undoable-acts.ts'

/** The list whose records an act was about, as `batchLists` names it. */
export const listOfAct: Readonly<Partial<Record<UndoableAct, string>>> = { lead_batch: 'leads' }
