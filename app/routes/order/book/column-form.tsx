import {
  bestScore,
  decisionCriteria,
  longestDecisionNote,
  type DecisionAnswer,
} from '#server/contract/catalogue/decision-criteria.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { bookPath, homePath } from '#app/paths.ts'
import { useCity } from '#app/root-data.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { noteField, scoreField } from './column-fields.ts'
import styles from './book.module.css'

type Props = {
  view: {
    access: string
    schools: { id: number; name: string }[]
    column: { id: number; name: string; version: number; answers: DecisionAnswer[] }
  }
  /** A form that was not saved: what was typed, and why. */
  refused:
    { problem: FormProblem; values: Readonly<Record<string, string>>; answers: DecisionAnswer[] } | undefined
}

const points = Array.from({ length: bestScore }, (_, at) => at + 1)

/** The form of what one person says: a score of each school by each criterion, and a note. */
export function ColumnForm({ view: { access, schools, column }, refused }: Props) {
  const said = refused?.answers ?? column.answers
  const errors = refused?.problem.fields ?? {}
  return (
    <main id="main" className="wrap">
      <Breadcrumbs
        items={[
          { name: '首页', href: homePath(useCity()) },
          { name: '家庭决定书', href: bookPath(access) },
          { name: column.name },
        ]}
      />
      <h1>{`${column.name}打分`}</h1>
      <p className="soft">{`1 分最不满意，${bestScore} 分最满意；说不准的不用打。先打最看重的几项也行，以后随时能改。`}</p>
      <PostForm action={bookPath(access, column.id)} noValidate className={styles.column}>
        <ErrorSummary problem={refused?.problem} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="column" value={column.id} />
        <input type="hidden" name="name" value={column.name} />
        <input type="hidden" name="version" value={refused?.values['version'] ?? column.version} />
        <input type="hidden" name="schools" value={schools.map(({ id }) => id).join(',')} />
        {schools.map(({ id, name }) => {
          const own = said.find((answer) => answer.school_id === id)
          return (
            <section key={id} aria-label={name} className={styles.school}>
              <h2>{name}</h2>
              {decisionCriteria.map(({ slug, label }) => (
                <fieldset key={slug} className={styles.score}>
                  <legend>
                    {label}
                    <span className="vh">，{name}</span>
                  </legend>
                  {points.map((point) => (
                    <label key={point}>
                      <input
                        type="radio"
                        name={scoreField(id, slug)}
                        value={point}
                        defaultChecked={own?.scores[slug] === point}
                      />
                      {point}
                    </label>
                  ))}
                  <label>
                    <input
                      type="radio"
                      name={scoreField(id, slug)}
                      value=""
                      defaultChecked={own?.scores[slug] === undefined}
                    />
                    不打
                  </label>
                </fieldset>
              ))}
              <TextField
                label="一句话"
                name={noteField(id)}
                hint={`最多 ${longestDecisionNote} 字，家里人都看得到。`}
                defaultValue={refused === undefined ? own?.note : refused.values[noteField(id)]}
                error={errors[noteField(id)]}
              />
            </section>
          )
        })}
        <p>
          <button className="button" type="submit">
            保存
          </button>
          <a className="button quiet" href={bookPath(access)}>
            不改了
          </a>
        </p>
        <p className="soft small">分数和留言都清空再保存，就删除这一列。</p>
      </PostForm>
    </main>
  )
}
