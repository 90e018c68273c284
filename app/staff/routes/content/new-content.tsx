import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getContentForm } from '#server/contract/staff/content.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { contentKindPath } from '../../content-paths.ts'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { ContentForm } from './content-form.tsx'
import { kindName } from './content-texts.ts'
import { kindIn } from './kind-in.server.ts'
import { answerSection } from './section-action.server.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('新建内容', page)

async function formOf(args: LoaderFunctionArgs) {
  const kind = kindIn(args.params)
  const { sections, fields } = await staffApi(args).load(getContentForm, { kind })
  return { kind, fields: fields.filter(({ section }) => section === sections[0]?.slug) }
}

/** `/staff/content/{kind}/new/`: the first section of a new row; the draft's page has the others. */
export async function loader(args: LoaderFunctionArgs) {
  return formOf(args)
}

/** Stores a draft of a new row. */
export async function action(args: ActionFunctionArgs) {
  return answerSection(args, await formOf(args))
}

export default function NewContentPage() {
  const { kind, fields } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Page title={`新建${kindName(kind)}`} intro="先存为草稿，看过再发布；发布以前网站上看不到。">
      <ContentForm {...answer} kind={kind} fields={fields} base="" back={contentKindPath(kind)} />
    </Page>
  )
}
