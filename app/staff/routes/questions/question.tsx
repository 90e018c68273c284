import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { getQuestion, usualSignature } from '#server/contract/staff/questions.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { Field } from '../../parts/field.tsx'
import type { FormState } from '../../parts/form-state.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { questionStateNames } from '../../parts/state-names.ts'
import { questionPath, questionsPath, withDone } from '../../paths.ts'
import { QuestionFacts } from './question-facts.tsx'
import { beginningOf } from './question-texts.ts'
import { reviewQuestion } from './review-question.server.ts'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data === undefined ? '提问' : `提问 ${page.data.id}`, page)

/** `/staff/questions/{id}/`: one question with what can be decided about it. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getQuestion, { id: args.params['id'] ?? '' })
}

/** Decides about the question, and leads to the ones that wait. */
export async function action(args: ActionFunctionArgs) {
  const reviewed = await reviewQuestion(args)
  if ('problem' in reviewed) return refused(reviewed)
  if ('revealed' in reviewed) return reviewed
  const path = reviewed.done === 'edited' ? questionPath(args.params['id'] ?? '') : questionsPath
  throw redirect(withDone(path, reviewed.done), 303)
}

export default function QuestionPage() {
  const question = useLoaderData<typeof loader>()
  const acted = useActionData<typeof action>()
  const problem = acted !== undefined && 'problem' in acted ? acted : undefined
  const revealed = acted !== undefined && 'revealed' in acted ? acted.revealed : undefined
  const { id, body, state, version, answer, others, refusal_reason } = question
  const stateOf = (intent: string, values: FormState['values']): FormState =>
    problem?.intent === intent
      ? { values: problem.values, problem: problem.isConflict ? undefined : problem.problem }
      : { values }
  const answerForm = stateOf('answer', { answer: answer?.body, by: answer?.by ?? usualSignature })
  const editForm = stateOf('edit', { body })
  const refuseForm = stateOf('refuse', { reason: refusal_reason })
  const joinForm = stateOf('join', {})
  const showForm = stateOf('show', {})
  const revealForm = stateOf('reveal', {})
  const hidden = (intent: string) => (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  )
  return (
    <Page
      title={`提问 ${id}`}
      intro={questionStateNames[state]}
      actions={
        <Link className="button quiet" to={questionsPath}>
          待审核的提问
        </Link>
      }
      done={{ edited: '文字已改，原文留存。' }}
    >
      {problem?.isConflict === true ? (
        <Notice tone="warn">
          您打开之后，别人改过这条提问。下面是现在的内容和您填写的文字，再提交一次就按您的来。
        </Notice>
      ) : null}
      <QuestionFacts question={question} revealed={revealed} />
      {question.contact && revealed === undefined ? (
        <StaffForm problem={revealForm.problem}>
          <input type="hidden" name="intent" value="reveal" />
          <p className="words">
            <SubmitButton tone="quiet">显示提问人（会记录）</SubmitButton>
            <small className="soft">只用来核实问题</small>
          </p>
        </StaffForm>
      ) : null}
      <Section title={answer === undefined ? '回答并公开' : '修改回答'}>
        <StaffForm problem={answerForm.problem} hiddenFields={['version']}>
          {hidden('answer')}
          <Field label="回答" name="answer" form={answerForm} rows={6} />
          <Field label="署名" name="by" form={answerForm} />
          <SubmitButton>{answer === undefined ? '回答并公开' : '替换回答并公开'}</SubmitButton>
        </StaffForm>
      </Section>
      {state === 'shown' ? null : (
        <Section title="先公开，以后再回答">
          <StaffForm problem={showForm.problem} hiddenFields={['version']}>
            {hidden('show')}
            <SubmitButton tone="quiet">公开提问</SubmitButton>
          </StaffForm>
        </Section>
      )}
      <Section title="修改提问的文字">
        <StaffForm problem={editForm.problem} hiddenFields={['version']}>
          {hidden('edit')}
          <Field
            label="公开的文字"
            name="body"
            form={editForm}
            rows={4}
            hint="去掉孩子的姓名、学校、电话等隐私；原文留存，不公开。"
          />
          <SubmitButton tone="quiet">保存文字</SubmitButton>
        </StaffForm>
      </Section>
      {others.length === 0 ? null : (
        <Section title="和另一个问题相同">
          <StaffForm problem={joinForm.problem} hiddenFields={['version']}>
            {hidden('join')}
            <Field
              label="合并到"
              name="into"
              form={joinForm}
              choices={others.map((other) => ({
                value: String(other.id),
                label: `${other.id}（${questionStateNames[other.state]}）${beginningOf(other.body, 30)}`,
              }))}
              none="请选择"
              hint="这一条不再公开，看的人看到合并到的那一条。"
            />
            <SubmitButton tone="quiet">合并</SubmitButton>
          </StaffForm>
        </Section>
      )}
      <Section title="不公开">
        <StaffForm problem={refuseForm.problem} hiddenFields={['version']}>
          {hidden('refuse')}
          <Field
            label="原因"
            name="reason"
            form={refuseForm}
            rows={2}
            hint="提问人在个人中心的“我的提问”里看到。"
          />
          <SubmitButton tone="danger">不公开</SubmitButton>
        </StaffForm>
      </Section>
    </Page>
  )
}
