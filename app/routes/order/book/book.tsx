import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { noSuchForm, readForm } from '#app/forms/read-form.server.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { accessToken } from '#server/contract/leads/clue.ts'
import { secretFormHeaders } from '#app/visitor/private-page.server.ts'
import { BookPage } from './book-page.tsx'
import { changeBook, openNewBook, typedAnswers } from './change-book.server.ts'
import { ColumnForm } from './column-form.tsx'
import { loadBook, loadColumn, loadNewBook, unknownBook } from './load-book.server.ts'
import { NewBook } from './new-book.tsx'

/** Texts of a family's decision book. */
export const decisionBookTemplate: Template = {
  title: '家庭决定书',
  keywords: '家庭决定书,择校打分',
  description: '看完学校一起打分：哪里一致，哪里不一致，怎么定下来。',
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  withErrorTitle(pageMeta(decisionBookTemplate, siteOf(matches)), matches)

export const headers = () => secretFormHeaders

/**
 * `/order/book/?ids=1,2` or `?requests={accesses}`: opens a book; `/order/book/{access}/`: the book, for holders of its access
 * token; `?who={column}`: the form of what one person says.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  const { searchParams } = new URL(request.url)
  const { access: given } = params
  const who = searchParams.get('who')
  const view =
    given === undefined
      ? await loadNewBook(caller, searchParams)
      : who === null
        ? await loadBook(caller, accessOf(given))
        : await loadColumn(caller, accessOf(given), who)
  return data(view, { headers: secretFormHeaders })
}

/** Opens a book, or changes one: adds or saves a column, replaces the address, deletes it. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const values = await readForm(request)
  if (params.access === undefined && values['key'] === undefined) throw noSuchForm()
  const { problem, values: typed } =
    params.access === undefined
      ? await openNewBook(caller, values)
      : await changeBook(caller, accessOf(params.access), values)
  return data(
    { problem, values: typed, answers: typedAnswers(typed) },
    { status: problem.status, headers: secretFormHeaders },
  )
}

function accessOf(given: string): string {
  const { data: access } = accessToken.safeParse(given)
  if (access === undefined) throw unknownBook()
  return access
}

export default function DecisionBookPage() {
  const view = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (view.kind === 'new') return <NewBook view={view} problem={refused?.problem} />
  if (view.kind === 'column') return <ColumnForm view={view} refused={refused} />
  return <BookPage view={view} problem={refused?.problem} />
}
