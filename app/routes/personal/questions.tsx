import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listOwnQuestions } from '#server/contract/leads/feedback.ts'
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
  pageMeta(personalPartTemplate, { values: { extra1: '我的提问' }, ...siteOf(matches) })

export const headers = () => privateHeaders

const pageHref = (page: number) => pagedPath(personalPath('questions'), page)

const stateLabels = {
  pending: '待审核',
  shown: '已公开',
  refused: '未公开',
  joined: '已合并',
  withdrawn: '已撤下',
} as const

/** `/personal/questions/`, with `?page=`: the visitor's questions with their answers or the reason of a refusal, latest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  await requireVisitor(caller)
  const reply = await apiFor(caller)(listOwnQuestions, { page: pageNumberOf(request) }, { city: 'all' })
  const list = unwrapOrThrow(reply)
  const { items, total, page, page_size } = list
  const last = lastPageOf(list)
  if (page > last) throw await redirectWithFlash(caller, pageHref(last))
  const questions = items.map(({ asked_at, answers, ...item }) => ({
    ...item,
    asked: dayText(asked_at),
    answers: answers.map(({ answered_at, ...answer }) => ({ ...answer, answered: dayText(answered_at) })),
  }))
  return privateJson({ questions, total, page, pageSize: page_size })
}

type Question = ReturnType<typeof useLoaderData<typeof loader>>['questions'][number]

export default function QuestionsPage() {
  const { questions, total, page, pageSize } = useLoaderData<typeof loader>()
  const city = useCity()
  return (
    <PersonalFrame title="我的提问">
      {questions.length === 0 ? (
        <p>
          还没有提问。想问哪所学校，打开<a href={schoolListPath(city)}>它的页面</a>，在“问答”里填写。
        </p>
      ) : null}
      <ul className={styles.items}>
        {questions.map((question) => (
          <li key={question.id} className="panel">
            <QuestionItem {...question} />
          </li>
        ))}
      </ul>
      <Pager page={page} pageSize={pageSize} total={total} unit="个" hrefOf={pageHref} />
    </PersonalFrame>
  )
}

/** One question: what was asked, what the public reads instead, and the answers or why there are none. */
function QuestionItem({ school, question, shown_as, state, refusal_reason, asked, answers }: Question) {
  const isPublic = state === 'shown' || shown_as !== undefined
  return (
    <>
      <h2>
        {school.withdrawn === true ? (
          school.name
        ) : (
          <a href={schoolPath(school.id, isPublic ? 'faq' : undefined)}>{school.name}</a>
        )}{' '}
        <span className="tag">{stateLabels[state]}</span>
      </h2>
      <dl className={styles.facts}>
        <dt>您的问题</dt>
        <dd>{question}</dd>
        {shown_as === undefined ? null : (
          <>
            <dt>{state === 'joined' ? '合并到' : '公开的文字'}</dt>
            <dd>{shown_as}</dd>
          </>
        )}
        {state === 'refused' ? (
          <>
            <dt>原因</dt>
            <dd>{refusal_reason ?? '没有写明原因'}</dd>
          </>
        ) : null}
        {answers.map(({ body, answered_by, answered }) => (
          <div key={`${answered} ${body}`}>
            <dt>
              回答（{answered_by}，{answered}）
            </dt>
            <dd>{body}</dd>
          </div>
        ))}
        {isPublic && answers.length === 0 ? (
          <>
            <dt>回答</dt>
            <dd>还没有回答</dd>
          </>
        ) : null}
      </dl>
      <p className="soft small">{asked} 提问</p>
    </>
  )
}
