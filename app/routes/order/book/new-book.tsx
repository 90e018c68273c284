import { retentionDays } from '#server/contract/accounts/retention.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import styles from '#app/leads/order-form.module.css'
import { homePath, newBookFormPath, privacyPath } from '#app/paths.ts'
import { useCity } from '#app/root-data.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'

type Props = {
  view: { schools: string[]; ids: string; requests: string; key: string }
  problem: FormProblem | undefined
}

/** The form that opens a decision book about some schools. */
export function NewBook({ view: { schools, ids, requests, key }, problem }: Props) {
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: '首页', href: homePath(useCity()) }, { name: '家庭决定书' }]} />
      <div className={styles.page}>
        <h1>家庭决定书</h1>
        <p>看完学校，爸爸、妈妈和孩子各打各的分，看看哪里一致，差在哪一项，还要看什么才能定下来。</p>
        <p>{`要一起打分的：${schools.join('、')}。`}</p>
        <PostForm action={newBookFormPath} className={styles.form}>
          <ErrorSummary problem={problem} />
          <input type="hidden" name="key" value={key} />
          {ids === '' ? null : <input type="hidden" name="ids" value={ids} />}
          {requests === '' ? null : <input type="hidden" name="requests" value={requests} />}
          <button className="button" type="submit">
            打开家庭决定书
          </button>
          <p className="soft small">
            {`打开以后有一个专用网址，不用登录，发给家人就能一起写；可以换网址，也可以一键删除。称呼、分数和留言加密保存，${retentionDays.decisionBook} 天后自动删除。`}
            {requests === '' ? null : '从同一次申请打开的是同一本。'}
            详见<a href={privacyPath}>隐私政策</a>。
          </p>
        </PostForm>
      </div>
    </main>
  )
}
