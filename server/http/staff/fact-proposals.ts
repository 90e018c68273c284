import { codes } from '#server/contract/codes.ts'
import { cities } from '#server/contract/cities.ts'
import { wordOf } from '#server/contract/catalogue/typed-records.ts'
import { acceptFactProposals, listFactProposals } from '#server/contract/staff/fact-proposals.ts'
import { noteAccess, noteRows } from '#server/db/accounts/access-log.ts'
import { listPage } from '#server/db/list-page.ts'
import { findIncompleteSchools } from '#server/db/staff/fact-proposals.ts'
import { chinaDay } from '#server/services/china-time.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import { proposalsFor } from '#server/services/schools/fact-proposals.ts'
import { ApiError, invalidFields } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { importRefusal } from './draft-refusals.ts'
import { serveStaff } from './serve-staff.ts'

/** The name of the import's file in the list of imports. */
const file = '由校名和地址得出.jsonl'
const sources = { name: '由校名得出', address: '由地址得出' } as const
const cityCodes = cities.map(({ code }) => code)

/** Endpoints of facts that names and addresses of schools say: proposals, and taking them over. */
export function staffFactProposalEndpoints({ database, images, now }: ApiDependencies) {
  const { db } = database
  const proposals = async (cityCode: string | undefined) =>
    (await findIncompleteSchools(db, cityCode)).flatMap((school) =>
      proposalsFor(school).map((proposal) => ({
        ...proposal,
        school,
        key: `${school.id}:${proposal.fact}`,
      })),
    )

  return [
    serveStaff(listFactProposals, async ({ input }) => {
      const all = await proposals(input.city_code)
      const first = (input.page - 1) * input.page_size
      const items = all.slice(first, first + input.page_size).map(({ key, fact, text, from, school }) => ({
        key,
        fact,
        text,
        from,
        school: { id: school.id, name: school.name, address: school.address ?? undefined },
        city_code: wordOf(cityCodes, school.city_code),
      }))
      return listPage(input, items, all.length)
    }),
    serveStaff(acceptFactProposals, async ({ input, request, staff }) => {
      const found = await proposals(input.city_code)
      const chosen = found.filter(({ key }) => input.all === '1' || input.keys.includes(key))
      if (chosen.length === 0) throw invalidFields({ keys: '没有选中还可以采用的资料' })
      const lines = new Map<number, Map<string, unknown>>()
      for (const { school, fact, slugs, from } of chosen) {
        const { id, key, name, city_code: city, sample } = school
        const line =
          lines.get(id) ??
          new Map<string, unknown>([
            ['id', id],
            ['name', name],
            ['city', city],
            ['sample', sample ? 'true' : 'false'],
            ...(key === null ? [] : [['key', key] as const]),
          ])
        line.set(fact, slugs.join('|'))
        line.set(`${fact}_source`, sources[from])
        line.set(`${fact}_source_date`, chinaDay(now()))
        lines.set(id, line)
      }
      const rows = [...lines.values()].map((fields, at) => ({ place: { file, line: at + 1 }, fields }))
      const access = await noteAccess(db, {
        staff,
        command: 'staff facts accept',
        details: { files: [file] },
      })
      const outcome = await importFiles(database, filesByKind([{ name: file, rows }], 'schools'), {
        signal: request.signal,
        operator: staff.name,
        now: now(),
        images,
        folder: undefined,
        onProgress: () => undefined,
      }).catch((error: unknown) => {
        throw importRefusal(error)
      })
      if (!outcome.ok || outcome.run === undefined)
        throw new ApiError(codes.conflict, {
          message: `没有采用：${outcome.problems.lines()[0] ?? '学校的资料刚被改过，请再看一遍'}`,
        })
      await noteRows(db, access, rows.length)
      return { run: outcome.run, changed: rows.length }
    }),
  ]
}
