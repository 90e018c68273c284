import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getDraft } from '#server/contract/staff/drafts.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { draftPath } from '../../content-paths.ts'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { Conflict } from './edit-content.tsx'
import { ContentForm } from './content-form.tsx'
import { answerSection } from './section-action.server.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('修改草稿', page)

async function sectionOf(args: LoaderFunctionArgs) {
  const draft = await staffApi(args).load(getDraft, { id: args.params['id'] ?? '' })
  const section = draft.sections.find(({ slug }) => slug === args.params['section'])
  if (section === undefined) throw data({ message: '没有这一部分' }, { status: 404 })
  const { id, version, kind, title } = draft
  const fields = draft.fields.filter((field) => field.section === section.slug)
  return { id, version, kind, title, label: section.label, fields }
}

/** `/staff/drafts/{id}/edit/{section}/`: one section of a draft as a form. */
export async function loader(args: LoaderFunctionArgs) {
  return sectionOf(args)
}

/** Stores the section in the draft. */
export async function action(args: ActionFunctionArgs) {
  const { id, kind, fields } = await sectionOf(args)
  return answerSection(args, { kind, fields, draftId: String(id) })
}

export default function EditDraftPage() {
  const { id, version, kind, title, label, fields } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Page title={`${title}：${label}`} intro="草稿；发布以前网站上不变。">
      {answer?.isConflict === true ? <Conflict fields={fields} cells={answer.cells} /> : null}
      <ContentForm
        {...answer}
        problem={answer?.isConflict === true ? undefined : answer?.problem}
        kind={kind}
        fields={fields}
        base={String(version)}
        back={draftPath(id)}
      />
    </Page>
  )
}
