import { mostColumns, usualColumnNames } from '#server/contract/catalogue/decision-criteria.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { PrintButton } from '#app/page-parts/print-button.tsx'
import { bookPath, homePath } from '#app/paths.ts'
import { useCity } from '#app/root-data.ts'
import { ShareButton } from '#app/share/share-button.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { BookResult } from './book-result.tsx'
import { BookSheets } from './book-sheets.tsx'
import type { BookView } from './load-book.server.ts'
import styles from './book.module.css'

type Props = { view: BookView; problem: FormProblem | undefined }

/** A family's decision book: who writes, what comes out, and everything that was said; two sheets of paper. */
export function BookPage({ view, problem }: Props) {
  return (
    <main id="main" className={`wrap ${styles.book}`}>
      <Breadcrumbs items={[{ name: '首页', href: homePath(useCity()) }, { name: '家庭决定书' }]} />
      <h1>家庭决定书</h1>
      <p className="soft">{view.schoolNames.join('、')}</p>
      <ErrorSummary problem={problem} />
      <People view={view} error={problem?.fields['name']} />
      <BookResult view={view} />
      <BookSheets view={view} />
      <Address view={view} />
    </main>
  )
}

/** Who writes in the book, each with the way to the own column, and the columns to add. */
function People({ view: { access, people }, error }: { view: BookView; error: string | undefined }) {
  const left = usualColumnNames.filter((usual) => people.every(({ name }) => name !== usual))
  return (
    <section className={styles.people} aria-labelledby="people">
      <h2 className="section" id="people">
        谁来打分
      </h2>
      {people.length === 0 ? <p>还没有人打分。您是：</p> : null}
      {people.map(({ id, name, hasAnswered }) => (
        <a key={id} className="button quiet" href={bookPath(access, id)}>
          {hasAnswered ? `改${name}的` : `${name}打分`}
        </a>
      ))}
      {people.length >= mostColumns ? null : (
        <>
          {left.length === 0 ? null : (
            <PostForm action={bookPath(access)}>
              <input type="hidden" name="intent" value="add" />
              {left.map((name) => (
                <button
                  key={name}
                  className={people.length === 0 ? 'button' : 'button quiet'}
                  type="submit"
                  name="name"
                  value={name}
                >
                  {`我是${name}`}
                </button>
              ))}
            </PostForm>
          )}
          <details>
            <summary>别的家人</summary>
            <PostForm action={bookPath(access)} noValidate>
              <input type="hidden" name="intent" value="add" />
              <TextField
                label="称呼"
                name="name"
                required
                autoComplete="off"
                error={error}
                hint="例如外婆；不用写真名"
              />
              <button className="button quiet" type="submit">
                加一列
              </button>
            </PostForm>
          </details>
        </>
      )}
    </section>
  )
}

/** How the book is passed on, given another address, and deleted. */
function Address({ view: { access, deletedOn, key } }: { view: BookView }) {
  return (
    <section className={styles.address} aria-labelledby="address">
      <h2 className="section" id="address">
        发给家人
      </h2>
      <p>{`有这个网址的人都能看、能写，不用登录；只发给家人，收藏它下次再来。${deletedOn}自动删除，要留下请打印。`}</p>
      <p className="words">
        <ShareButton />
        <PrintButton />
      </p>
      <PostForm action={bookPath(access)}>
        <input type="hidden" name="key" value={key} />
        <button className="button quiet" type="submit" name="intent" value="replace">
          换一个网址
        </button>
        <button className="button quiet" type="submit" name="intent" value="delete">
          删除这本决定书
        </button>
      </PostForm>
      <p className="soft small">
        换网址以后，原来的马上打不开，从申请页面也打不开。删除以后所有人写的都没有了，找不回来。
      </p>
    </section>
  )
}
