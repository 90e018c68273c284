import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { codes } from '#server/contract/codes.ts'
import { answerCorrection, getStaffCorrection, revealCorrection } from '#server/contract/staff/corrections.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { Facts } from '../../parts/facts.tsx'
import { Field } from '../../parts/field.tsx'
import { Moment, momentText } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { correctionStateNames } from '../../parts/state-names.ts'
import { correctionsPath, withDone } from '../../paths.ts'
import { fieldText, type Correction } from './correction-texts.ts'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data === undefined ? '纠错' : `纠错 ${page.data.id}`, page)

/** `/staff/corrections/{id}/`: one report of an error. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffCorrection, { id: args.params['id'] ?? '' })
}

/** Shows the phone, or stores the answer and leads to the reports that wait. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const { intent, ...values } = await readFields(args.request)
  const api = staffApi(args)
  if (intent === 'reveal') {
    const reply = await api.send(revealCorrection, { id })
    if (reply.ok) return { phone: reply.data.phone ?? '没有留下电话' }
    return refused({ values, problem: problemOf(reply), isConflict: false })
  }
  const reply = await api.send(answerCorrection, { ...values, id })
  if (reply.ok) throw redirect(withDone(correctionsPath, 'answered'), 303)
  return refused({ values, problem: problemOf(reply), isConflict: reply.code === codes.conflict })
}

const resultChoices = (['corrected', 'unchanged'] as const).map((state) => ({
  value: state,
  label: correctionStateNames[state],
}))

export default function CorrectionPage() {
  const correction = useLoaderData<typeof loader>()
  const acted = useActionData<typeof action>()
  const problem = acted !== undefined && 'problem' in acted ? acted : undefined
  const phone = acted !== undefined && 'phone' in acted ? acted.phone : undefined
  const { id, state, answer, answered_at, contact } = correction
  const stored = { state: state === 'received' ? undefined : state, answer }
  const isConflict = problem?.isConflict === true
  const form = { values: problem?.values ?? stored, problem: isConflict ? undefined : problem?.problem }
  return (
    <Page
      title={`纠错 ${id}`}
      intro={correctionStateNames[state]}
      actions={
        <Link className="button quiet" to={correctionsPath}>
          待核实的纠错
        </Link>
      }
    >
      {isConflict ? (
        <Notice tone="warn">
          您打开之后，别人答复过这条纠错。下面是现在的答复和您填写的文字，再提交一次就替换成您的。
        </Notice>
      ) : null}
      <CorrectionFacts correction={correction} phone={phone} />
      {contact && phone === undefined ? (
        <StaffForm>
          <input type="hidden" name="intent" value="reveal" />
          <p className="words">
            <SubmitButton tone="quiet">显示电话（会记录）</SubmitButton>
            <small className="soft">只用来核实和答复</small>
          </p>
        </StaffForm>
      ) : null}
      <Section title="答复">
        <StaffForm problem={form.problem} hiddenFields={['answered_at']}>
          <input type="hidden" name="answered_at" value={answered_at ?? ''} />
          <Field label="核实的结果" name="state" form={form} choices={resultChoices} none="请选择" />
          <Field
            label="答复"
            name="answer"
            form={form}
            rows={4}
            hint={
              correction.account
                ? '对方在“我的纠错”里看到，不公开。'
                : '不公开；对方没有登录，只有用留下的电话登录才看得到。'
            }
          />
          <SubmitButton>保存答复</SubmitButton>
        </StaffForm>
      </Section>
    </Page>
  )
}

function CorrectionFacts({ correction, phone }: { correction: Correction; phone: string | undefined }) {
  const { school, wrong, right, created_at, contact, answer, answered_at } = correction
  return (
    <Facts
      facts={[
        { label: '学校', value: <a href={`/school/${school.id}/`}>{school.name}</a> },
        { label: '哪一项', value: fieldText(correction) },
        { label: '哪里不对', value: wrong },
        { label: '应为', value: right },
        { label: '时间', value: <Moment at={created_at} /> },
        { label: '电话', value: phone?.replace(/^\+86/, '') ?? (contact ? '留了电话' : '没有留') },
        {
          label: '答复',
          value:
            answer === undefined || answered_at === undefined
              ? undefined
              : `${answer}\n${momentText(answered_at)}`,
        },
      ]}
    />
  )
}
