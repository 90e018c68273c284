import { cities } from '#server/contract/cities.ts'
import { factTerms, type StatedFact } from '#server/contract/catalogue/school-columns.ts'
import { wordOf } from '#server/contract/catalogue/typed-records.ts'
import {
  chooseFact,
  confirmFacts,
  listContradictions,
  listStaleFacts,
} from '#server/contract/staff/fact-queue.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { cellText } from '#server/services/content/cell-text.ts'
import { findContradictions, findStaleFacts, type WaitingFacts } from '#server/db/staff/fact-queue.ts'
import { listPage } from '#server/db/list-page.ts'
import { chinaDay } from '#server/services/china-time.ts'
import { formFields } from '#server/services/content/drafts/content-fields.ts'
import {
  cellsOfOther,
  cellsWithSource,
  othersOfFact,
  sourceOfFact,
  storedText,
  valueText,
} from '#server/services/content/drafts/fact-cells.ts'
import {
  readContentRow,
  readSchoolRows,
  type ContentRow,
} from '#server/services/content/drafts/read-content-row.ts'
import { invalidFields } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { publishCells, rowChanged } from './publish-cells.ts'
import { serveStaff } from './serve-staff.ts'

const cityCodes = cities.map(({ code }) => code)
const cityOf = ({ line }: ContentRow) => cellText(line.get('city'))

/** Endpoints of the facts that wait for an editor: past their life, or said differently by another source. */
export function staffFactQueueEndpoints(needs: ApiDependencies) {
  const { db } = needs.database
  const today = () => chinaDay(needs.now())

  const rowsOf = async (waiting: readonly WaitingFacts[]) => {
    const ids = waiting.map(({ school_id: id }) => id)
    const rows = await readSchoolRows(db, ids)
    return waiting.flatMap((one) => {
      const row = rows.get(one.school_id)
      return row === undefined ? [] : [{ ...one, row }]
    })
  }
  const schoolOf = (row: ContentRow) => ({
    school: { id: row.id, name: row.title },
    city_code: wordOf(cityCodes, cityOf(row)),
    version: row.version,
  })
  const editedRow = async (id: number, version: string): Promise<ContentRow> => {
    const row = found(await readContentRow(db, 'schools', id))
    if (row.version !== version) throw rowChanged()
    return row
  }

  return [
    serveStaff(listStaleFacts, async ({ input }) => {
      const { rows, total } = await findStaleFacts(db, input, today())
      const items = (await rowsOf(rows)).map(({ facts, since, wanted, row }) => ({
        ...schoolOf(row),
        wanted,
        source: sourceOfFact(facts[0] ?? 'kind', row),
        since,
        facts: facts.flatMap((fact) => factWithSection(fact, row)),
      }))
      return listPage(input, items, total)
    }),
    serveStaff(listContradictions, async ({ input }) => {
      const { rows, total } = await findContradictions(db, input, today())
      const items = (await rowsOf(rows)).flatMap(({ facts, wanted, row }) =>
        facts.flatMap((one) =>
          factWithSection(one, row).map((fact) => ({
            ...schoolOf(row),
            ...fact,
            wanted,
            source: sourceOfFact(one, row),
            others: othersOfFact(one, row).map(({ value, source }) => ({
              text: valueText(one, cityOf(row), value),
              source,
            })),
          })),
        ),
      )
      return listPage(input, items, total)
    }),
    serveStaff(confirmFacts, async ({ input, request, staff }) => {
      const { school: id, version, facts, source, source_kind: kind } = input
      const row = await editedRow(id, version)
      if (facts.some((fact) => storedText(fact, row) === ''))
        throw invalidFields({ facts: '学校没有这一项资料' })
      const said = { source, ...(kind === undefined ? {} : { source_kind: kind }), source_date: today() }
      const changes = cellsWithSource(row, facts, { source: { ...said, ...checked(staff) } })
      const reason = `仍然是这样：${namesOf(facts)}`
      return { version: await publish({ row, changes, reason, staff, signal: request.signal }) }
    }),
    serveStaff(chooseFact, async ({ input, request, staff }) => {
      const { school: id, version, fact, choice } = input
      const row = await editedRow(id, version)
      const others = othersOfFact(fact, row)
      const other = others[choice - 1]
      if (others.length === 0 || (choice > 0 && other === undefined))
        throw invalidFields({ choice: '请选择一种说法' })
      const own = { source: { ...sourceOfFact(fact, row), ...checked(staff, false) }, endsOthers: true }
      const changes = other === undefined ? cellsWithSource(row, [fact], own) : cellsOfOther(row, fact, other)
      const text = valueText(fact, cityOf(row), other?.value ?? storedText(fact, row))
      const reason = `选定一种说法：${namesOf([fact])}，${text}`
      return { version: await publish({ row, changes, reason, staff, signal: request.signal }) }
    }),
  ]

  function publish(asked: Omit<Parameters<typeof publishCells>[1], 'kind'>): Promise<string> {
    return publishCells(needs, { kind: 'schools', ...asked })
  }

  /** Who checked a fact today; `comes`: and it came to the site by that. */
  function checked({ name }: { name: string }, comes = true) {
    return { ...(comes ? { received_on: today() } : {}), checked_on: today(), checked_by: name }
  }
}

const namesOf = (facts: readonly StatedFact[]) => facts.map((fact) => labelOf(factTerms, fact)).join('、')

/** A fact with its value; none for a fact that follows from others and so is no field of the school's form. */
function factWithSection(fact: StatedFact, row: ContentRow) {
  const field = formFields('schools', row.values).find(({ name }) => name === fact)
  if (field === undefined) return []
  return [{ fact, text: valueText(fact, cityOf(row), storedText(fact, row)), section: field.section }]
}
