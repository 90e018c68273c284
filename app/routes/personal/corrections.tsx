import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { correctionFields } from '#server/contract/leads/correction-fields.ts'
import { listCorrections } from '#server/contract/leads/corrections.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { lastPageOf, pageNumberOf } from '#app/page-number.ts'
import { personalPath, schoolListPath, schoolPath, pagedPath } from '#app/paths.ts'
import { siteOf, useCity } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { dayText } from '#app/ui/text/format.ts'
import { Pager } from '#app/ui/pager.tsx'
import { privateJson, privateHeaders, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { requireVisitor } from '#app/visitor/require-visitor.server.ts'
import { PersonalFrame, personalPartTemplate } from './personal-frame.tsx'
import styles from './personal.module.css'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(personalPartTemplate, { values: { extra1: '我的纠错' }, ...siteOf(matches) })

export const headers = () => privateHeaders

const pageHref = (page: number) => pagedPath(personalPath('corrections'), page)

const stateLabels = { received: '核实中', corrected: '已更正', unchanged: '核实无误' } as const

/** `/personal/corrections/`, with `?page=`: the visitor's reports of errors with their answers, latest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  await requireVisitor(caller)
  const reply = await apiFor(caller)(listCorrections, { page: pageNumberOf(request) }, { city: 'all' })
  const list = unwrapOrThrow(reply)
  const { items, total, page, page_size } = list
  const last = lastPageOf(list)
  if (page > last) throw await redirectWithFlash(caller, pageHref(last))
  const corrections = items.map(({ field, created_at, answered_at, ...item }) => ({
    ...item,
    field: labelOf(correctionFields, field),
    sent: dayText(created_at),
    answered: answered_at === undefined ? undefined : dayText(answered_at),
  }))
  return privateJson({ corrections, total, page, pageSize: page_size })
}

export default function CorrectionsPage() {
  const { corrections, total, page, pageSize } = useLoaderData<typeof loader>()
  const city = useCity()
  return (
    <PersonalFrame title="我的纠错">
      {corrections.length === 0 ? (
        <p>
          还没有纠错。发现学校的资料有误，打开<a href={schoolListPath(city)}>那所学校的页面</a>点“资料纠错”。
        </p>
      ) : null}
      <ul className={styles.items}>
        {corrections.map(({ id, school, field, wrong, right, state, answer, sent, answered }) => (
          <li key={id} className="panel">
            <h2>
              {school.withdrawn === true ? school.name : <a href={schoolPath(school.id)}>{school.name}</a>}{' '}
              <span className="tag">{stateLabels[state]}</span>
            </h2>
            <dl className={styles.facts}>
              <dt>哪一项</dt>
              <dd>{field}</dd>
              <dt>哪里不对</dt>
              <dd>{wrong}</dd>
              {right === undefined ? null : (
                <>
                  <dt>您的说明</dt>
                  <dd>{right}</dd>
                </>
              )}
              <dt>答复</dt>
              <dd>{answer ?? '还没有答复'}</dd>
            </dl>
            <p className="soft small">
              {sent} 提交{answered === undefined ? null : `，${answered} 答复`}
            </p>
          </li>
        ))}
      </ul>
      <Pager page={page} pageSize={pageSize} total={total} unit="条" hrefOf={pageHref} />
    </PersonalFrame>
  )
}
