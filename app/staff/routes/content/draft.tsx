import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import {
  getDraft,
  proposeDraft,
  publishDraft,
  rebaseDraft,
  refuseDraft,
  reopenDraft,
  scheduleDraft,
} from '#server/contract/staff/drafts.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import {
  contentRowPath,
  draftPath,
  draftPreviewPath,
  draftsPath,
  editDraftPath,
} from '../../content-paths.ts'
import { Moment } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { ContentDiff, PublishedCells } from './content-diff.tsx'
import { draftStateNames, kindName } from './content-texts.ts'
import { DraftForms } from './draft-forms.tsx'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data === undefined ? '草稿' : `${page.data.draft.title}_草稿`, page)

/** `/staff/drafts/{id}/`: what a draft changes, what is wrong with it, and what can be done with it. */
export async function loader(args: LoaderFunctionArgs) {
  const api = staffApi(args)
  const [draft, { rights }] = await Promise.all([
    api.load(getDraft, { id: args.params['id'] ?? '' }),
    api.load(getStaffMe, {}),
  ])
  return { draft, mayPublish: rights.includes('content.write') }
}

/** Publishes, schedules, proposes, refuses, reopens or rebases the draft, as its button says. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const { intent = '', version = '', publish_at = '', reason = '' } = await readFields(args.request)
  const api = staffApi(args)
  const asked = { id, version }
  if (intent === 'publish') {
    const reply = await api.send(publishDraft, asked, { timeout: 60_000 })
    if (!reply.ok) return refusedBy(intent, problemOf(reply))
    throw redirect(withDone(draftPath(id), 'published'), 303)
  }
  const reply =
    intent === 'schedule'
      ? await api.send(scheduleDraft, { ...asked, publish_at }, { timeout: 60_000 })
      : intent === 'refuse'
        ? await api.send(refuseDraft, { ...asked, reason })
        : await api.send(simpleActs.get(intent) ?? reopenDraft, asked)
  if (!reply.ok) return refusedBy(intent, problemOf(reply), { publish_at, reason })
  throw redirect(withDone(draftPath(id), intent), 303)
}

const simpleActs = new Map([
  ['propose', proposeDraft],
  ['rebase', rebaseDraft],
  ['reopen', reopenDraft],
])

function refusedBy(intent: string, problem: FormProblem, values: Readonly<Record<string, string>> = {}) {
  return refused({ intent, problem, values })
}

const done = {
  restored: '以前的内容已成为草稿，看过改动再发布。',
  saved: '草稿已存，网站上还没有变。',
  published: '已发布，网站上已经看得到。',
  schedule: '到时间会自动发布。',
  propose: '已提交，编辑审核以后发布。',
  refuse: '已退回，作者看得到原因。',
  reopen: '已改回草稿。',
  rebase: '已按现在的内容更新，您的改动都在。',
}

export default function DraftPage() {
  const { draft, mayPublish } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, kind, title, state, author, differences, fields, sections, row_id: rowId } = draft
  const isOpen = state !== 'published' && state !== 'discarded'
  const byName = new Map(fields.map((field) => [field.name, field]))
  const oldName = kind === 'schools' ? differences.find(({ field }) => field === 'name')?.before : undefined
  const problems = [
    ...draft.problems,
    ...Object.entries(answer?.problem.fields ?? {})
      .filter(([name]) => byName.has(name))
      .map(([field, message]) => ({ field, message })),
  ]
  return (
    <Page
      title={title}
      intro={
        <>
          <Link to={draftsPath}>草稿</Link> · {kindName(kind)}
          {rowId === undefined ? '（新）' : ''} · {author} · <Moment at={draft.updated_at} /> ·{' '}
          {draftStateNames[state]}
        </>
      }
      actions={
        rowId === undefined ? undefined : (
          <>
            <Link className="button quiet" to={contentRowPath(kind, rowId)}>
              {state === 'published' ? '看这条内容' : '看现在的内容'}
            </Link>
            {state === 'published' ? (
              <Link className="button quiet" to={contentRowPath(kind, rowId, 'history')}>
                修改记录
              </Link>
            ) : null}
          </>
        )
      }
      done={done}
    >
      {state === 'scheduled' && draft.publish_at !== undefined ? (
        <Notice tone="done">
          <Moment at={draft.publish_at} /> 自动发布。
        </Notice>
      ) : null}
      {draft.reason === undefined ? null : (
        <Notice tone="warn">
          {state === 'refused' ? '退回的原因' : '原因'}：{draft.reason}
        </Notice>
      )}
      {draft.outdated ? (
        <Notice tone="warn">
          写草稿以后，这条内容被别人改过。先按现在的内容更新，看过下面的改动再发布。
        </Notice>
      ) : null}
      {problems.length === 0 ? null : (
        <Notice tone="warn">
          <p>发布以前要改好：</p>
          <ul>
            {problems.map(({ field, message }) => (
              <li key={`${field ?? ''} ${message}`}>
                {byName.get(field ?? '')?.label ?? '这条内容'}：{message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Section title="改动">
        {state === 'published' ? (
          <PublishedCells fields={fields} differences={differences} />
        ) : differences.length === 0 ? (
          <p>和现在的内容一样。</p>
        ) : (
          <>
            <ContentDiff fields={fields} differences={differences} sides={['现在', '草稿']} />
            {oldName === undefined ? null : (
              <p className="soft">
                {byName.get('old_name')?.value === 'false'
                  ? `原来的校名“${oldName}”不记为曾用名。`
                  : `原来的校名“${oldName}”会记为曾用名，按原来的名字也搜得到；网址不变。`}
              </p>
            )}
          </>
        )}
      </Section>
      {isOpen ? (
        <>
          {problems.length > 0 || draft.outdated ? null : (
            <p>
              <Link className="button quiet" to={draftPreviewPath(id)}>
                预览网站上的样子
              </Link>
            </p>
          )}
          <Section title="接着修改">
            <p className="words">
              {sections.map(({ slug, label }) => (
                <Link key={slug} className="button quiet" to={editDraftPath(id, slug)}>
                  {label}
                </Link>
              ))}
            </p>
          </Section>
          <DraftForms draft={draft} mayPublish={mayPublish} answer={answer} />
        </>
      ) : null}
    </Page>
  )
}
