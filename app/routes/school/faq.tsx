import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { sendClueCode } from '#server/contract/accounts/login.ts'
import { durationText } from '#server/contract/duration-text.ts'
import { askQuestion } from '#server/contract/leads/feedback.ts'
import { noRecipientText } from '#server/contract/leads/recipient.ts'
import { listAnswers } from '#server/contract/schools/school-content.ts'
import { apiFor, sendForm } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { closeSession } from '#app/cookies/session-cookie.server.ts'
import { contentKey } from '#app/forms/content-key.server.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { sendWithOrWithoutLogin } from '#app/accounts/send-with-or-without-login.server.ts'
import type { Caller } from '#app/load-context.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { correctionPath, schoolPath, pagedPath } from '#app/paths.ts'
import { AskForm, type RefusedQuestion } from '#app/routes/school/questions/ask-form.tsx'
import { QuestionList } from '#app/routes/school/questions/question-list.tsx'
import { requireExistingPage } from '#app/page-parts/existing-page.server.ts'
import { PartError } from '#app/routes/school/frame/part-error.tsx'
import { EmptyPart, PartPage } from '#app/routes/school/frame/part-page.tsx'
import { requireId } from '#app/require-id.ts'
import { useSchool } from '#app/schools/school-data.ts'
import { listMeta } from './school-meta.ts'
import { faqPage } from '#app/seo/structured/articles.server.ts'
import { earliestOf, latestOf } from '#app/seo/moments.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { privateAfterAction, privateJson, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import type { Template } from '#app/seo/template.ts'

/** Texts of the route `schoolFaq`. */
export const schoolFaqTemplate: Template = {
  title: '{school}问答_{extra3}_家长最关心的问题{extra2}',
  keywords: '{school}问答,{school}常见问题',
  description: '家长关于{school}({extra3})的提问与回答{extra1}{extra2}。',
}

export const meta: MetaFunction<typeof loader> = (args) =>
  withErrorTitle(listMeta(schoolFaqTemplate, args, 'faq', args.data?.list), args.matches)

const pageHref = (id: number, page: number) => pagedPath(schoolPath(id, 'faq'), page)

/** `/school/{sid}/faq/`, with `?page=`: questions of parents with their answers. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const input = { school_id: requireId(params.sid), page: pageNumberOf(request), page_size: 10 }
  const list = await apiFor({ context, request })(listAnswers, input, { city: 'all' })
  const questions = requireExistingPage(unwrapOrThrow(list), (page) => pageHref(input.school_id, page))
  const answers = questions.items.flatMap((question) => question.answers.map((each) => each.answered_at))
  describePage(context, {
    things: () => faqPage(questions.items),
    dates: {
      path: pageHref(input.school_id, questions.page),
      updated: earliestOf(answers),
      replied: latestOf(answers),
    },
  })
  return { list: questions, verifies: context.site?.verifiedQuestions === true }
}

export const headers = privateAfterAction

/** Submits a question for review, or sends the code that verifies its phone; shows the form again with its errors. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const school_id = requireId(params.sid)
  const { intent, ...values } = await readForm(request)
  const caller = { context, request }
  if (intent === 'code') return questionWithCode(caller, values)
  const { reply, isLoginEnded } = await sendWithOrWithoutLogin(caller, askQuestion, (token) => ({
    ...values,
    school_id,
    key: keyOf(school_id, values, token),
  }))
  const cookies = isLoginEnded ? closeSession(caller) : []
  if (reply.ok)
    throw await redirectWithFlash(caller, schoolPath(school_id, 'faq'), { message: reply.data.msg, cookies })
  const problem = problemOf(reply)
  const needsCode = values['code'] !== undefined || 'code' in problem.fields || 'phone' in problem.fields
  return privateJson<RefusedQuestion>({ values, problem, needsCode }, problem.status, cookies)
}

/** Sends a code to the typed phone; the form keeps its input and gets a field for the code. */
async function questionWithCode(caller: Caller, values: Readonly<Record<string, string>>) {
  const reply = await sendForm(caller, sendClueCode, { phone: values['phone'] })
  if (reply.ok) {
    const wait = durationText(reply.data.resend_in)
    return privateJson<RefusedQuestion>({ values, needsCode: true, wait })
  }
  const problem = problemOf(reply)
  return privateJson<RefusedQuestion>({ values, problem, needsCode: true }, problem.status)
}

/** Idempotency key of a question: equal questions count once, those of an account apart, which finds its own again. */
function keyOf(
  schoolId: number,
  { question = '', name = '', phone = '' }: Readonly<Record<string, string>>,
  token = '',
): string {
  return contentKey([schoolId, question, name, phone, token])
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolFaqPage() {
  const { list, verifies } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { id, name, recipient } = useSchool()
  const isReceiving = recipient !== undefined
  return (
    <PartPage title="家长问答">
      {list.total === 0 ? (
        <EmptyPart>{isReceiving ? '还没有人提问，来问第一个吧。' : '还没有问答。'}</EmptyPart>
      ) : (
        <>
          {isReceiving ? (
            <p className="words">
              <a className="word" href="#ask">
                我要提问
              </a>
            </p>
          ) : null}
          <QuestionList items={list.items} level={2} />
        </>
      )}
      <Pager
        page={list.page}
        pageSize={list.page_size}
        total={list.total}
        unit="条"
        hrefOf={(page) => pageHref(id, page)}
      />
      {isReceiving ? null : (
        <Notice>
          {noRecipientText(name)}。有问题请直接联系学校；资料有误，可以
          <a href={correctionPath(id)}>纠错</a>。
        </Notice>
      )}
      {isReceiving || refused !== undefined ? (
        <AskForm refused={refused} isReceiving={isReceiving} verifies={verifies} />
      ) : null}
    </PartPage>
  )
}

export function ErrorBoundary() {
  return <PartError part="faq" />
}
