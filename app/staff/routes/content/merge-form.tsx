import { Link } from '@remix-run/react'
import type { z } from 'zod'
import { movedKinds, type compareSchoolMerge } from '#server/contract/staff/school-merge.ts'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { contentRowPath, mergeSchoolPath } from '../../content-paths.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import styles from './merge-form.module.css'
import { MergeSide } from './merge-side.tsx'

type Pair = z.output<typeof compareSchoolMerge.data>
type Props = Pair & {
  /** The last refusal with what was chosen. */
  answer: { problem: FormProblem; same: string; taken: readonly string[] } | undefined
}

const kindNames = new Map<string, string>(movedKinds.map(({ slug, label }) => [slug, label]))

const columns = [
  {
    label: '内容',
    isHeading: true,
    cell: ({ kind }: Pair['moved'][number]) => kindNames.get(kind) ?? kind,
  },
  {
    label: '移过去',
    cell: ({ kind, total, twice }: Pair['moved'][number]) =>
      kind === 'leads' || kind === 'members' ? `${total}（是同一所学校时）` : `${total - twice}`,
  },
  {
    label: '两边都有',
    cell: ({ twice }: Pair['moved'][number]) => (twice === 0 ? '' : `${twice}（只留一份）`),
  },
]

/** Two schools side by side, what a merge moves and loses, and the form that merges them. */
export function MergeForm({ stay, go, moved, differing, answer }: Props) {
  const some = moved.filter(({ total }) => total > 0)
  const known = new Map((answer?.taken ?? []).map((fact) => [fact, true]))
  return (
    <StaffForm
      action={mergeSchoolPath(stay.id, go.id)}
      problem={answer?.problem}
      hiddenFields={Object.keys(answer?.problem.fields ?? {}).filter((name) => name !== 'same')}
    >
      <input type="hidden" name="with" value={go.id} />
      <input type="hidden" name="stay_version" value={stay.version} />
      <input type="hidden" name="go_version" value={go.version} />
      <dl className={styles.pair}>
        <div>
          <dt>留下</dt>
          <dd>
            <Link to={contentRowPath('schools', stay.id)}>{stay.name}</Link>（序号 {stay.id}）
          </dd>
        </div>
        <div>
          <dt>并入、不再单独显示</dt>
          <dd>
            <Link to={contentRowPath('schools', go.id)}>{go.name}</Link>（序号 {go.id}
            {go.withdrawn ? '，已撤下' : ''}）
          </dd>
        </div>
      </dl>
      {go.withdrawn ? null : (
        <p>
          <Link to={mergeSchoolPath(go.id, stay.id)}>换过来：留下{go.name}</Link>
        </p>
      )}
      <Section title="会移过去的">
        <DataTable
          caption="会移过去的"
          columns={columns}
          rows={some}
          keyOf={({ kind }) => kind}
          empty="那一所没有动态、师资、收藏这些内容。"
        />
        <p className={styles.after}>
          那一所的网址（包括下面各页）永久转到留下的学校；校名成为曾用名，按原来的名字也搜得到；收藏和对比跟着走，不会变成两份。
        </p>
      </Section>
      <Section title="两所说法不同的">
        {differing.length === 0 ? (
          <p>没有。</p>
        ) : (
          <p>每一项选一个；没有选的那个不再显示，那一所在修改记录里还查得到。</p>
        )}
        {differing.map(({ fact, label, columns: cells }) => {
          const isOther = cells.every((column) => column.stay === '')
          const takesOther = answer === undefined ? isOther : known.has(fact)
          return (
            <fieldset key={fact} className={styles.choice}>
              <legend>{cells.length > 1 ? cells.map((column) => column.label).join('、') : label}</legend>
              <label>
                <input type="radio" name={`fact.${fact}`} value="stay" defaultChecked={!takesOther} />
                <span>
                  <small>留下的：</small>
                  <MergeSide columns={cells} side="stay" />
                </span>
              </label>
              <label>
                <input type="radio" name={`fact.${fact}`} value="go" defaultChecked={takesOther} />
                <span>
                  <small>并入的：</small>
                  <MergeSide columns={cells} side="go" />
                </span>
              </label>
            </fieldset>
          )
        })}
      </Section>
      <Section title="是不是同一所学校">
        <fieldset className={styles.choice} id="same" tabIndex={-1}>
          <legend>线索和学校成员账号</legend>
          {answer?.problem.fields['same'] === undefined ? null : (
            <p className="error">
              <span className="vh">错误：</span>
              {answer.problem.fields['same']}
            </p>
          )}
          <label>
            <input type="radio" name="same" value="yes" defaultChecked={answer?.same === 'yes'} />
            <span>是同一所，录了两次：线索和成员账号一起移过去</span>
          </label>
          <label>
            <input type="radio" name="same" value="no" defaultChecked={answer?.same === 'no'} />
            <span>
              是两所，一所并入另一所：家长当时只同意联系那一所，线索和成员账号留在那一所名下，不给留下的学校看
            </span>
          </label>
        </fieldset>
      </Section>
      <Notice tone="warn">
        合并不能撤销。以后发现合错了，只能在修改记录里恢复文字，再一条一条把内容改回去。
      </Notice>
      <p>
        <SubmitButton tone="danger">合并</SubmitButton>{' '}
        <Link className="button quiet" to={contentRowPath('schools', stay.id)}>
          返回，不合并
        </Link>
      </p>
    </StaffForm>
  )
}
