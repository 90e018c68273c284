import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readForm } from '#app/forms/read-form.server.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { privateJson, privateHeaders, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { CheckInPage } from './check-in-page.tsx'
import { loadCheckIn } from './load-check-in.server.ts'
import { sendCheckIn } from './send-check-in.server.ts'

/** Texts of the route `parents`. */
export const parentsTemplate: Template = {
  title: '家长活动签到',
  keywords: '家长活动签到,择校活动',
  description: '择校活动现场的家长签到:选择活动,填写姓名和电话,或扫入场码。',
}

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(parentsTemplate, { origin: siteOf(matches).origin }),
  { tagName: 'link', rel: 'manifest', href: '/manifest.webmanifest' },
]

export const headers = () => privateHeaders

/** `/parents/`, with `?event=` of one event; of one that does not exist 404, with those to choose from. */
export async function loader(caller: LoaderFunctionArgs) {
  const view = await loadCheckIn(caller, 'parent')
  return privateJson(view, view.unknownEvent === true ? 404 : 200)
}

/** Checks one guest in: redirects to the result, or shows the form with its errors. */
export async function action(caller: ActionFunctionArgs) {
  const outcome = await sendCheckIn(caller, 'parent', await readForm(caller.request))
  if ('path' in outcome) throw await redirectWithFlash(caller, outcome.path)
  return privateJson(outcome, outcome.problem.status)
}

export default function ParentsPage() {
  return <CheckInPage fresh={useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
