import { Link } from '@remix-run/react'
import { Facts } from '../../parts/facts.tsx'
import { Moment, momentText } from '../../parts/moment.tsx'
import { questionPath } from '../../paths.ts'
import { beginningOf, type QuestionDetail } from './question-texts.ts'

type Props = {
  question: QuestionDetail
  /** Who asked, once it was asked for. */
  revealed: { name?: string | undefined; phone?: string | undefined } | undefined
}

/** What was asked, answered and decided. */
export function QuestionFacts({ question, revealed }: Props) {
  const { school, body, original_body, asked_at, answer, refusal_reason, joined_to, joined } = question
  return (
    <Facts
      facts={[
        { label: '学校', value: <a href={`/school/${school.id}/`}>{school.name}</a> },
        { label: '提问', value: body },
        { label: '原文', value: original_body },
        { label: '时间', value: <Moment at={asked_at} /> },
        {
          label: '提问人',
          value:
            revealed === undefined
              ? question.contact
                ? '留了称呼或电话'
                : '没有留称呼和电话'
              : [revealed.name, revealed.phone?.replace(/^\+86/, '')].filter(Boolean).join('，'),
        },
        {
          label: '回答',
          value: answer === undefined ? undefined : `${answer.body}\n${answer.by}，${momentText(answer.at)}`,
        },
        { label: '不公开的原因', value: refusal_reason },
        {
          label: '合并到',
          value:
            joined_to === undefined ? undefined : (
              <Link to={questionPath(joined_to.id)}>{beginningOf(joined_to.body)}</Link>
            ),
        },
        {
          label: '合并进来',
          value:
            joined.length === 0
              ? undefined
              : joined.map(({ id, body: text }) => (
                  <div key={id}>
                    <Link to={questionPath(id)}>{beginningOf(text)}</Link>
                  </div>
                )),
        },
      ]}
    />
  )
}
