import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getContent } from '#server/contract/staff/content.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { contentRowPath } from '../../content-paths.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { ContentForm } from './content-form.tsx'
import { ContentDiff } from './content-diff.tsx'
import type { ContentField } from './content-texts.ts'
import { requireRight } from './content-rights.server.ts'
import { kindIn } from './kind-in.server.ts'
import { answerSection } from './section-action.server.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('修改内容', page)

async function sectionOf(args: LoaderFunctionArgs) {
  const kind = kindIn(args.params)
  const row = await staffApi(args).load(getContent, { kind, id: args.params['id'] ?? '' })
  const section = row.sections.find(({ slug }) => slug === args.params['section'])
  if (section === undefined) throw data({ message: '没有这一部分' }, { status: 404 })
  const fields = row.fields.filter((field) => field.section === section.slug)
  return { kind, id: row.id, title: row.title, version: row.version, label: section.label, fields }
}

/** `/staff/content/{kind}/{id}/edit/{section}/`: one section of a row as a form. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRight(staffApi(args), 'content.propose')
  return sectionOf(args)
}

/** Stores the section in a new draft. */
export async function action(args: ActionFunctionArgs) {
  const { kind, id, fields } = await sectionOf(args)
  return answerSection(args, { kind, fields, rowId: String(id) })
}

export default function EditContentPage() {
  const { kind, id, title, version, label, fields } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Page title={`${title}：${label}`} intro="存为草稿以后，看过改动再发布；发布以前网站上不变。">
      {answer?.isConflict === true ? <Conflict fields={fields} cells={answer.cells} /> : null}
      <ContentForm
        {...answer}
        problem={answer?.isConflict === true ? undefined : answer?.problem}
        kind={kind}
        fields={fields}
        base={version}
        back={contentRowPath(kind, id)}
      />
    </Page>
  )
}

type ConflictProps = { fields: readonly ContentField[]; cells: Readonly<Record<string, string>> }

/** What somebody else changed meanwhile, beside what was typed. */
export function Conflict({ fields, cells }: ConflictProps) {
  const differing = fields.filter(({ name, value }) => (cells[name] ?? '') !== value)
  return (
    <Notice tone="warn">
      <p>您打开之后，别人改过。下面是您填写的，再保存一次就以您的为准：</p>
      <ContentDiff
        fields={fields}
        differences={differing.map(({ name, value }) => ({
          field: name,
          before: value,
          after: cells[name] ?? '',
        }))}
        sides={['现在', '您填写']}
      />
    </Notice>
  )
}
