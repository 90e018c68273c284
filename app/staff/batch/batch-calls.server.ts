import type { z } from 'zod'
import type { BatchRow } from '#server/contract/staff/acts/batch.ts'
import { checkLeadBatch, runLeadBatch } from '#server/contract/staff/acts/lead-batch.ts'
import { getLeadFilters, leadFilterFields } from '#server/contract/staff/leads.ts'
import type { StaffEndpoint } from '#server/contract/staff/staff-endpoint.ts'
import type { StaffApi } from '../access/staff-api.server.ts'

type Calls = {
  check: StaffEndpoint<z.ZodObject, z.ZodType<{ rows: BatchRow[]; more: number }>>
  run: StaffEndpoint<z.ZodObject, z.ZodType<{ act: number }>>
  /** Names of the list's filters. */
  filters: readonly string[]
  /** Choices of the acts that are told one, by the act. */
  choices?: (api: StaffApi) => Promise<Readonly<Record<string, { value: string; label: string }[]>>>
}

/** The calls of acts with several records, by the list. */
export const batchCalls: Readonly<Record<string, Calls>> = {
  leads: {
    check: checkLeadBatch,
    run: runLeadBatch,
    filters: Object.keys(leadFilterFields),
    choices: async (api) => {
      const { advisors } = await api.load(getLeadFilters, {})
      const active = advisors.filter(({ active: isActive }) => isActive)
      return {
        assign: [
          ...active.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: '0', label: '不分配给谁' },
        ],
      }
    },
  },
}
