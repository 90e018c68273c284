import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { getContentHistory, restoreContent } from '#server/contract/staff/content.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { contentRowPath, draftPath } from '../../content-paths.ts'
import { Moment } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { ContentDiff } from './content-diff.tsx'
import { kindIn } from './kind-in.server.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('修改记录', page)

/** `/staff/content/{kind}/{id}/history/`: the changes of a row that are kept, by files and on pages. */
export async function loader(args: LoaderFunctionArgs) {
  const kind = kindIn(args.params)
  const id = args.params['id'] ?? ''
  const api = staffApi(args)
  const [history, { rights }] = await Promise.all([
    api.load(getContentHistory, { kind, id }),
    api.load(getStaffMe, {}),
  ])
  return { kind, id, history, mayRestore: rights.includes('content.write') }
}

/** Makes a draft with what was before a change. */
export async function action(args: ActionFunctionArgs) {
  const { import_id = '' } = await readFields(args.request)
  const reply = await staffApi(args).send(restoreContent, {
    kind: kindIn(args.params),
    id: args.params['id'] ?? '',
    import_id,
  })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  throw redirect(withDone(draftPath(reply.data.draft), 'restored'), 303)
}

export default function ContentHistoryPage() {
  const { kind, id, history, mayRestore } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <Page
      title={`${history.title}的修改记录`}
      intro={
        <>
          <Link to={contentRowPath(kind, id)}>返回</Link> ·
          页面上的修改保留两年，文件导入保留最近十次。恢复会先成为草稿，看过再发布。
        </>
      }
    >
      {history.items.length === 0 ? <p>没有保留的修改记录。</p> : null}
      {history.items.map(({ import_id: importId, at, operator, files, added, differences }, place) => (
        <Section key={importId} title={added ? '新建' : `第 ${importId} 次`}>
          <p className="soft">
            <Moment at={at} /> · {operator} · {files.map(fileText).join('、')}
          </p>
          <ContentDiff fields={history.fields} differences={differences} sides={['原来', '改成']} />
          {mayRestore && !added ? (
            <StaffForm problem={place === 0 ? problem : undefined} hiddenFields={['import_id', 'row']}>
              <input type="hidden" name="import_id" value={importId} />
              <SubmitButton tone="quiet" about={`第 ${importId} 次`}>
                恢复到这次修改以前
              </SubmitButton>
            </StaffForm>
          ) : null}
        </Section>
      ))}
    </Page>
  )
}

/** A file of an import; an edit on pages is published as the file of its draft. */
function fileText(file: string): string {
  const [, draft] = /^草稿-(\d+)\.jsonl$/.exec(file) ?? []
  return draft === undefined ? file : `草稿 ${draft}`
}
