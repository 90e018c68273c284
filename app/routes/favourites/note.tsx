import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getCenterCollect, saveCollectNote } from '#server/contract/accounts/center.ts'
import { apiFor, sendForm } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import { orNotFound } from '#app/api/unwrap-or-throw.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { noSuchForm, readSentFields } from '#app/forms/read-form.server.ts'
import { TextField } from '#app/forms/text-field.tsx'
import { pageNumberIn } from '#app/page-number.ts'
import { homePath, loginPath, personalPath } from '#app/paths.ts'
import { requireId } from '#app/require-id.ts'
import { siteOf, useCity } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { privateHeaders, privateJson, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { requireVisitor } from '#app/visitor/require-visitor.server.ts'
import { favouriteNotePath, favouritesHref, readSort } from './favourites-sort.ts'
import styles from './favourites.module.css'

/** Texts of the route `myCollectNote`. */
export const myCollectNoteTemplate: Template = {
  title: '{extra1}的备注_我的收藏',
  keywords: '收藏的备注',
  description: '给收藏的学校写备注，只有自己看得到。',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  withErrorTitle(
    pageMeta(myCollectNoteTemplate, { values: { extra1: data?.name ?? '学校' }, ...siteOf(matches) }),
    matches,
  )

export const headers = () => privateHeaders

/** `/mycollect/{id}/note/`, with sort and page of the favourites it returns to: the form of a private note. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  const id = requireId(params.id)
  if (context.formRefused !== true) await requireVisitor(caller)
  const { name, note } = await apiFor(caller)(getCenterCollect, { id }, { city: 'all' })
    .then((reply) => orNotFound(reply, '这所学校不在您的收藏里'))
    .catch((error: unknown) => {
      // A form that was just refused is shown again with its input, whatever became of login and favourite.
      if (context.formRefused !== true) throw error
      return { name: undefined, note: undefined }
    })
  return privateJson({ name, note, ...addresses(request, id) })
}

/** Saves the note; an empty one is deleted, an absent one refused (400). Without a valid session the form is shown again with its input. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const id = requireId(params.id)
  const { note } = await readSentFields(request)
  if (note === undefined) throw noSuchForm()
  try {
    const reply = await sendForm(caller, saveCollectNote, { id, note })
    if (reply.ok)
      throw await redirectWithFlash(caller, addresses(request, id).back, { message: reply.data.msg })
    const problem = problemOf(reply)
    return privateJson({ problem, note }, problem.status)
  } catch (error) {
    if (!(error instanceof NotLoggedInError)) throw error
    const problem: FormProblem = {
      message: '登录已失效，没有保存。请在新窗口登录，再回来点保存',
      fields: {},
      status: 401,
    }
    return privateJson({ problem, note }, problem.status)
  }
}

/** The address of this page, and that of the favourites it returns to. */
function addresses({ url }: Request, id: number): { href: string; back: string } {
  const { searchParams } = new URL(url)
  const place = [readSort(searchParams.get('sort')), pageNumberIn(searchParams)] as const
  return { href: favouritesHref(...place, favouriteNotePath(id)), back: favouritesHref(...place) }
}

export default function NotePage() {
  const { name = '学校', note: saved, href, back } = useLoaderData<typeof loader>()
  const { problem, note = saved } = useActionData<typeof action>() ?? {}
  return (
    <main id="main" className="wrap">
      <Breadcrumbs
        items={[
          { name: '首页', href: homePath(useCity()) },
          { name: '个人中心', href: personalPath() },
          { name: '我的收藏', href: back },
          { name: '备注' },
        ]}
      />
      <h1>{name}的备注</h1>
      <PostForm action={href} noValidate className={`panel ${styles.form}`}>
        <ErrorSummary problem={problem} />
        {problem?.status === 401 ? (
          <p>
            <a href={loginPath()} target="_blank" rel="noreferrer">
              在新窗口登录
            </a>
          </p>
        ) : null}
        <TextField
          label="备注"
          name="note"
          rows={6}
          defaultValue={note}
          hint="只有您自己看得到，最多 500 字。想问什么、看到什么，都可以记在这里；清空再保存就是删除。"
          error={problem?.fields['note']}
        />
        <p className="words">
          <button className="button" type="submit">
            保存
          </button>
          <a className="word" href={back}>
            返回我的收藏
          </a>
        </p>
      </PostForm>
    </main>
  )
}
