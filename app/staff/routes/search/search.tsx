import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData } from '@remix-run/react'
import { searchStaff } from '#server/contract/staff/search.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { Page, Section } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { pagesFor } from '../../search/pages.ts'
import { foundMark } from '../../search/search-field.tsx'
import { foundOf, type Found } from './found.ts'
import styles from './search.module.css'

// What was looked for is not in the title, which browsers keep.
export const meta: MetaFunction<typeof loader> = (page) => staffMeta('搜索', page)

/** `/staff/search/`: what the field above every page finds; nothing before it is sent. */
export async function loader(args: LoaderFunctionArgs) {
  await staffApi(args).load(getStaffMe, {})
  return {}
}

/** Searches. Posted, so that names and phones stand in no address. */
export async function action(args: ActionFunctionArgs) {
  const { q: text = '' } = await readFields(args.request)
  const api = staffApi(args)
  const reply = await api.send(searchStaff, { text })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  const { rights } = await api.load(getStaffMe, {})
  return { problem: undefined, text, found: foundOf(reply.data, pagesFor(text, rights)) }
}

export default function SearchPage() {
  const answer = useActionData<typeof action>()
  if (answer === undefined || !('found' in answer))
    return (
      <Page
        title="搜索"
        intro="家长的申请按编号、姓名、拼音、电话或电话后四位找；来宾还可以按入场码；学校按任何名称、拼音或首字母；文章、开放日、活动、成员和后台的页面按名称。只找您能看到的。"
      >
        <ErrorSummary problem={answer?.problem} hidden={['text']} />
      </Page>
    )
  const { text, found } = answer
  return (
    <Page title={`搜索“${text}”`} intro={found.length === 0 ? '没有找到。' : undefined}>
      {found.map((group) => (
        <FoundGroup key={group.label} group={group} />
      ))}
    </Page>
  )
}

function FoundGroup({ group: { label, items, more } }: { group: Found }) {
  return (
    <Section title={label}>
      <ul className={styles.found}>
        {items.map(({ path, title, notes }) => (
          <li key={path}>
            <Link to={path} {...{ [foundMark]: '' }}>
              {title}
            </Link>
            <span className="soft small">{notes.filter(Boolean).join('，')}</span>
          </li>
        ))}
      </ul>
      {more ? <p className="soft">还有更多，请写得更具体一些。</p> : null}
    </Section>
  )
}
