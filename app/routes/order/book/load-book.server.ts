import { randomBytes } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { decisionCriteria, type DecisionCriterion } from '#server/contract/catalogue/decision-criteria.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { getDecisionBook } from '#server/contract/leads/decision-book.ts'
import { codes } from '#server/contract/codes.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { openDaysOf } from '#app/leads/load-joint.server.ts'
import { findLeads } from '#app/leads/load-lead.server.ts'
import { childOfForm } from '#app/leads/load-order.server.ts'
import { bookPath } from '#app/paths.ts'
import { notFound } from '#app/require-id.ts'
import { loadSchools } from '#app/schools/load-schools.server.ts'
import { schoolIds } from '#app/toggles/basket-cookie.server.ts'
import { mostAsked } from '#server/contract/leads/visit-terms.ts'
import { dayText } from '#app/ui/text/format.ts'
import { chinaDay } from '#app/china-time.ts'
import { privateHeaders } from '#app/visitor/private-page.server.ts'
import { compareColumns, type Scored } from './compare-columns.ts'
import { settlingOf, type Known } from './settle.server.ts'

type Book = DataOf<typeof getDecisionBook>

/** A key of a form that opens or replaces an address: 192 random bits. */
export const newKey = () => randomBytes(24).toString('base64url')

/** The schools for which a book is to be opened: those of requests, by the address of these, else of `ids`; 404 without any. */
export async function loadNewBook(caller: Caller, query: URLSearchParams) {
  const requests = query.get('requests')
  const ids = schoolIds(query.getAll('ids')).slice(0, mostAsked)
  const schools =
    requests === null
      ? unwrapOrThrow(await loadSchools(apiFor(caller), ids, {})).map(({ name }) => name)
      : (await findLeads(caller, requests)).leads.flatMap(({ lead }) => lead.school?.name ?? [])
  if (schools.length === 0) throw notFound('没有找到这些学校。')
  return {
    kind: 'new' as const,
    schools: [...new Set(schools)],
    ids: requests === null ? ids.join(',') : '',
    requests: requests ?? '',
    key: newKey(),
  }
}

/** A book as far as an access token opens it; throws 404 for any other. */
export async function requireBook(caller: Caller, access: string): Promise<Book> {
  const reply = await apiFor({ ...caller, token: null })(getDecisionBook, { access })
  if (!reply.ok && reply.code === codes.notFound) throw unknownBook()
  return unwrapOrThrow(reply)
}

/** The 404 of an address that opens no book. */
export function unknownBook() {
  return notFound('没有这本家庭决定书：它删除了，到期了，或者换了网址。')
}

/** The form of one column of a book; leads to the book where it has no such column. */
export async function loadColumn(caller: Caller, access: string, who: string) {
  const book = await requireBook(caller, access)
  const column = book.columns.find(({ id }) => String(id) === who)
  if (column === undefined) throw redirect(bookPath(access), { headers: privateHeaders })
  return { kind: 'column' as const, access, schools: book.schools, column }
}

/** The view model of a book: what each person says, where they differ, and what would settle it. */
export async function loadBook(caller: Caller, access: string) {
  const book = await requireBook(caller, access)
  const ids = book.schools.map(({ id }) => id)
  const child = childOfForm(caller.request)
  const [schools, openDays] = await Promise.all([
    loadSchools(apiFor(caller), ids, { ...child, entry: true }).then(unwrapOrThrow),
    openDaysOf(caller, ids),
  ])
  return bookView(access, book, { schools, openDays, child })
}

/** The most disagreements that a page lists. */
const mostDiffering = 8

function bookView(access: string, book: Book, known: Known) {
  const { schools, columns } = book
  const nameOf = (id: number) => schools.find((school) => school.id === id)?.name ?? ''
  const labelFor = (criterion: DecisionCriterion) => labelOf(decisionCriteria, criterion) ?? ''
  const compared = compareColumns(
    schools.map(({ id }) => id),
    columns,
  )
  const { differing, decisive } = compared
  const differs = new Set(differing.map(({ schoolId, criterion }) => `${schoolId} ${criterion}`))
  const scoresText = ({ scores }: Scored) => scores.map(({ name, score }) => `${name} ${score}`).join('，')
  const answerOf = (column: Book['columns'][number], id: number) =>
    column.answers.find((answer) => answer.school_id === id)
  return {
    kind: 'book' as const,
    access,
    key: newKey(),
    deletedOn: dayText(chinaDay(new Date(book.deleted_at))),
    people: columns.map(({ id, name, answers }) => ({ id, name, hasAnswered: answers.length > 0 })),
    schoolNames: schools.map(({ name }) => name),
    rankings: compared.rankings.map(({ name, places }) => ({
      name,
      places: places.map(({ schoolId, mean, place }) => ({
        school: nameOf(schoolId),
        place,
        mean: mean === undefined ? undefined : mean.toFixed(1),
      })),
    })),
    sharedFirst: compared.sharedFirst.map(nameOf),
    decisive:
      decisive === undefined
        ? undefined
        : { criterion: labelFor(decisive.criterion), first: decisive.first.map(nameOf) },
    agreed: schools.flatMap(({ id, name }) => {
      const by = compared.agreed.filter(({ schoolId }) => schoolId === id)
      return by.length === 0 ? [] : [{ school: name, by: by.map(({ criterion }) => labelFor(criterion)) }]
    }),
    differing: differing.slice(0, mostDiffering).map((cell) => ({
      school: nameOf(cell.schoolId),
      criterion: labelFor(cell.criterion),
      scores: scoresText(cell),
      settling: settlingOf(known, cell.schoolId, cell.criterion),
    })),
    moreDiffering: Math.max(0, differing.length - mostDiffering),
    unanswered: compared.unanswered,
    sheets: schools.map(({ id, name }) => ({
      id,
      name,
      rows: decisionCriteria.map(({ slug, label }) => ({
        label,
        differs: differs.has(`${id} ${slug}`),
        scores: columns.map((column) => answerOf(column, id)?.scores[slug]),
      })),
      notes: columns.flatMap((column) => {
        const note = answerOf(column, id)?.note
        return note === undefined ? [] : [{ name: column.name, note }]
      }),
    })),
  }
}

export type BookView = ReturnType<typeof bookView>
