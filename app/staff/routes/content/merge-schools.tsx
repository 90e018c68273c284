import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { getContent, listContent } from '#server/contract/staff/content.ts'
import { compareSchoolMerge, mergeSchools } from '#server/contract/staff/school-merge.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { readFormData } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { contentRowPath, mergeSchoolPath } from '../../content-paths.ts'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import styles from './merge-form.module.css'
import { MergeForm } from './merge-form.tsx'

export const meta: MetaFunction = (page) => staffMeta('合并学校', page)

/** `/staff/content/schools/{id}/merge/`: finds the school that is merged into this one, then both side by side. */
export async function loader(args: LoaderFunctionArgs) {
  const id = args.params['id'] ?? ''
  const api = staffApi(args)
  const { q, with: other } = filtersIn(args.request, ['q', 'with'])
  const { title, city_code } = await api.load(getContent, { kind: 'schools', id })
  const about = { id: Number(id), title, q }
  if (other !== undefined) {
    const pair = await api.load(compareSchoolMerge, { stay: id, go: other })
    return { ...about, pair, found: [] }
  }
  const list =
    q === undefined ? undefined : await api.load(listContent, { kind: 'schools', q, city_code, page: 1 })
  const found = (list?.items ?? []).filter((school) => String(school.id) !== id)
  return {
    ...about,
    pair: undefined,
    found: found.map((school) => ({
      id: school.id,
      name: school.title,
      isWithdrawn: school.withdrawn_at !== undefined,
    })),
  }
}

/** Merges the other school into this one. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const form = await readFormData(args.request)
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const taken = [...form].flatMap(([name, value]) =>
    name.startsWith('fact.') && value === 'go' ? [name.slice('fact.'.length)] : [],
  )
  const same = text('same')
  const reply = await staffApi(args).send(
    mergeSchools,
    {
      stay: id,
      go: text('with'),
      stay_version: text('stay_version'),
      go_version: text('go_version'),
      ...(same === '' ? {} : { same }),
      taken,
    },
    { timeout: 60_000 },
  )
  if (!reply.ok) return refused({ problem: problemOf(reply), same, taken })
  throw redirect(withDone(contentRowPath('schools', id), 'merged'), 303)
}

export default function MergeSchoolsPage() {
  const { id, title, q, pair, found } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (pair !== undefined)
    return (
      <Page title={`把${pair.go.name}并入${pair.stay.name}？`}>
        <MergeForm {...pair} answer={answer} />
      </Page>
    )
  return (
    <Page
      title={`与另一所合并：${title}`}
      intro={<Link to={contentRowPath('schools', id)}>返回，不合并</Link>}
    >
      <p>先找另一所。两所并排看过、选好留下哪一所，再合并；现在还不改任何内容。</p>
      <FilterForm path={mergeSchoolPath(id)} isFiltered={q !== undefined}>
        <Field label="另一所的校名或序号" name="q" form={{ values: { q: q ?? '' } }} />
      </FilterForm>
      {q === undefined ? null : (
        <Section title="找到的学校">
          {found.length === 0 ? <p>同城没有找到别的学校，换个写法再试。</p> : null}
          <ul className={styles.found}>
            {found.map((school) => (
              <li key={school.id}>
                <Link to={mergeSchoolPath(id, school.id)}>{school.name}</Link>（序号 {school.id}
                {school.isWithdrawn ? '，已撤下' : ''}）
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}
